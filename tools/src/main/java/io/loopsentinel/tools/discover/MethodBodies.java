package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.match.ClassResource;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/** Reads the bodies of the methods in class files. */
final class MethodBodies {

  private MethodBodies() {}

  /** Selects the methods to read. */
  @FunctionalInterface
  interface Selection {

    /** Returns the reader of a method's body; {@code null} to skip it. */
    @Nullable MethodVisitor select(int access, String name, String descriptor);
  }

  /** Returns the class file of a class; {@code null} if it cannot be found. */
  static byte @Nullable [] fileOf(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader == null ? null : ClassResource.read(type.getName().replace('.', '/'), loader);
  }

  /** Reads the selected methods of a class file, in its order. */
  static void read(byte[] file, Selection selection) {
    OpenedClassReader.of(file)
        .accept(
            new ClassVisitor(OpenedClassReader.ASM_API) {
              @Override
              public @Nullable MethodVisitor visitMethod(
                  int access,
                  String name,
                  String descriptor,
                  @Nullable String signature,
                  String @Nullable [] exceptions) {
                return selection.select(access, name, descriptor);
              }
            },
            ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
  }
}
