package io.loopsentinel.agent.instrument;

import io.loopsentinel.targets.match.MatchedMethod;
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
 * The names and flags of the parameters of a retransformed class.
 *
 * <p>Up to JDK 18 the JVM omits them from the class file that it passes to transformers, and so
 * from the new version of the class: see <a
 * href="https://bugs.openjdk.org/browse/JDK-8240908">JDK-8240908</a>. Frameworks such as Spring MVC
 * bind by these names. Reflection has them until the class is replaced, so they are written into
 * the new class file. Everything else that reflection shows survives.
 */
final class MethodParameters {

  private MethodParameters() {}

  /**
   * Returns a class file with the parameters of the loaded class; the same array if none is
   * missing.
   *
   * @throws LinkageError if the methods of the class cannot be listed, see {@link #of}
   */
  static byte[] restore(Class<?> loaded, byte[] file) {
    Map<String, Parameter[]> parameters = of(loaded);
    if (parameters.isEmpty()) {
      return file;
    }
    boolean[] isComplete = {false};
    ClassReader reader = OpenedClassReader.of(file);
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
            // The reader copies a method unchanged if it gets the writer's own visitor.
            return new MethodVisitor(OpenedClassReader.ASM_API, method) {
              @Override
              public void visitParameter(@Nullable String parameter, int flags) {
                isComplete[0] = true;
              }
            };
          }
        },
        0);
    return isComplete[0] ? file : writer.toByteArray();
  }

  /**
   * Returns the parameters of methods whose class file has them, by method name and descriptor,
   * concatenated.
   *
   * @throws LinkageError if the class of a parameter is missing
   */
  static Map<String, Parameter[]> of(Class<?> loaded) {
    Map<String, Parameter[]> known = new HashMap<>();
    MatchedMethod.declaredIn(loaded).forEach((key, method) -> add(known, key, method));
    Stream.of(loaded.getDeclaredConstructors())
        .forEach(each -> add(known, "<init>" + Type.getConstructorDescriptor(each), each));
    return known;
  }

  private static void add(Map<String, Parameter[]> known, String key, Executable method) {
    try {
      Parameter[] parameters = method.getParameters();
      // Parameters synthesized by reflection have no flags.
      if (Arrays.stream(parameters).anyMatch(p -> p.isNamePresent() || p.getModifiers() != 0)) {
        known.put(key, parameters);
      }
    } catch (MalformedParametersException e) {
      // The class file is malformed, so nothing can have read them.
    }
  }
}
