package io.loopsentinel.agent.instrument;

import java.lang.reflect.Executable;
import java.lang.reflect.MalformedParametersException;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Type;
import net.bytebuddy.utility.OpenedClassReader;
import org.jspecify.annotations.Nullable;

/**
 * The names and flags of the parameters of a class that is retransformed.
 *
 * <p>Up to JDK 18 the JVM leaves them out of the class file that it hands to transformers, and so
 * out of the class that replaces the loaded one: see <a
 * href="https://bugs.openjdk.org/browse/JDK-8240908">JDK-8240908</a>. Frameworks such as Spring MVC
 * bind by these names. Reflection still has them until the class is replaced, and they are written
 * into the new class file. All that reflection shows beyond them survives.
 */
final class MethodParameters {

  private MethodParameters() {}

  /**
   * Returns a class file with the parameters that the loaded class has now. It is the same array if
   * nothing is missing.
   *
   * @throws LinkageError if the methods of the class cannot be listed, see {@link #of}
   */
  static byte[] restore(Class<?> loaded, byte[] file) {
    Map<String, Parameter[]> parameters = of(loaded);
    ClassReader reader = OpenedClassReader.of(file);
    if (parameters.isEmpty() || hasAny(reader)) {
      return file;
    }
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(OpenedClassReader.ASM_API, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            MethodVisitor method =
                super.visitMethod(access, name, descriptor, signature, exceptions);
            Parameter[] known = parameters.get(name + descriptor);
            if (known == null) {
              return method;
            }
            for (Parameter each : known) {
              method.visitParameter(
                  each.isNamePresent() ? each.getName() : null, each.getModifiers());
            }
            // The reader copies a method as it was if it is given the writer's own visitor.
            return new MethodVisitor(OpenedClassReader.ASM_API, method) {};
          }
        },
        0);
    return writer.toByteArray();
  }

  /**
   * Returns the parameters of the methods whose class file names them, by the method's name and
   * descriptor, written together.
   *
   * @throws LinkageError if the application runs without the class of a parameter
   */
  static Map<String, Parameter[]> of(Class<?> loaded) {
    Map<String, Parameter[]> known = new HashMap<>();
    GuardTable.methods(loaded).forEach((key, method) -> add(known, key, method));
    Stream.of(loaded.getDeclaredConstructors())
        .forEach(each -> add(known, "<init>" + Type.getConstructorDescriptor(each), each));
    return known;
  }

  private static void add(Map<String, Parameter[]> known, String key, Executable method) {
    try {
      Parameter[] parameters = method.getParameters();
      // What reflection makes up has no flags.
      if (Arrays.stream(parameters).anyMatch(p -> p.isNamePresent() || p.getModifiers() != 0)) {
        known.put(key, parameters);
      }
    } catch (MalformedParametersException e) {
      // The class file was wrong, and nobody can have read them.
    }
  }

  private static boolean hasAny(ClassReader reader) {
    boolean[] found = {false};
    reader.accept(
        new ClassVisitor(OpenedClassReader.ASM_API) {
          @Override
          public MethodVisitor visitMethod(
              int access,
              String name,
              String descriptor,
              @Nullable String signature,
              String @Nullable [] exceptions) {
            return new MethodVisitor(OpenedClassReader.ASM_API) {
              @Override
              public void visitParameter(@Nullable String parameter, int flags) {
                found[0] = true;
              }
            };
          }
        },
        ClassReader.SKIP_CODE);
    return found[0];
  }
}
