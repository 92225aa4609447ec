package io.loopsentinel.agent.instrument;

import java.lang.reflect.Modifier;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.FieldVisitor;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.pool.TypePool;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * Describes a class to Byte Buddy by its class file, and all classes that it names by their names.
 *
 * <p>So no class of the application is looked for while one is being loaded. Stateless.
 */
final class ClassDescription {

  private ClassDescription() {}

  /** Returns the description of a class. */
  static TypeDescription of(String type, byte[] file) {
    return new NamesOnly(ClassFileLocator.Simple.of(type, outline(file))).describe(type).resolve();
  }

  /** Returns a class file without code and generic types, to resolve which takes other classes. */
  private static byte[] outline(byte[] file) {
    ClassWriter writer = new ClassWriter(0);
    ClassVisitor withoutGenerics =
        new ClassVisitor(OpenedClassReader.ASM_API, writer) {
          @Override
          public void visit(
              int version,
              int access,
              String name,
              @Nullable String signature,
              @Nullable String superName,
              String @Nullable [] interfaces) {
            super.visit(version, access, name, null, superName, interfaces);
          }

          @Override
          public void visitOuterClass(
              String owner, @Nullable String name, @Nullable String descriptor) {}

          @Override
          public FieldVisitor visitField(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              @Nullable Object value) {
            return super.visitField(access, name, descriptor, null, value);
          }

          @Override
          public MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            return super.visitMethod(access, name, descriptor, null, exceptions);
          }
        };
    OpenedClassReader.of(file)
        .accept(withoutGenerics, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG);
    return writer.toByteArray();
  }

  /** Describes one class by its file, and all others by their names. */
  private static final class NamesOnly extends TypePool.Default {

    NamesOnly(ClassFileLocator locator) {
      super(CacheProvider.Simple.withObjectType(), locator, ReaderMode.EXTENDED);
    }

    @Override
    protected TypePool.Resolution doDescribe(String name) {
      TypePool.Resolution described = super.doDescribe(name);
      return described.isResolved()
          ? described
          : new TypePool.Resolution.Simple(
              new TypeDescription.Latent(
                  name,
                  Modifier.PUBLIC,
                  TypeDescription.Generic.OfNonGenericType.ForLoadedType.of(Object.class)));
    }
  }
}
