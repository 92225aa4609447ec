package io.loopsentinel.targets.match;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** The class files of classes on the class path. */
public final class TestClassFiles {

  private TestClassFiles() {}

  public static byte[] of(Class<?> type) {
    return of(type.getName());
  }

  public static byte[] of(String type) {
    String resource = type.replace('.', '/') + ".class";
    try (InputStream in = ClassLoader.getSystemResourceAsStream(resource)) {
      return Objects.requireNonNull(in, resource).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes a jar of extensions, by the type of each, and of other classes that they need. */
  public static void writeExtensions(
      File file, Map<Class<?>, Class<?>> extensions, Class<?>... others) throws IOException {
    try (JarOutputStream jar = new JarOutputStream(new FileOutputStream(file))) {
      for (Map.Entry<Class<?>, Class<?>> each : extensions.entrySet()) {
        jar.putNextEntry(new JarEntry("META-INF/services/" + each.getKey().getName()));
        jar.write(each.getValue().getName().getBytes(UTF_8));
      }
      Set<Class<?>> classes = new HashSet<>(extensions.values());
      classes.addAll(List.of(others));
      for (Class<?> each : classes) {
        jar.putNextEntry(new JarEntry(each.getName().replace('.', '/') + ".class"));
        jar.write(of(each));
      }
    }
  }

  /** Loads a class with nothing in it, by a loader of its own. */
  public static Class<?> empty(String type) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(
        Opcodes.V17, Opcodes.ACC_PUBLIC, type.replace('.', '/'), null, "java/lang/Object", null);
    byte[] file = writer.toByteArray();
    return new ClassLoader(null) {
      Class<?> define() {
        return defineClass(type, file, 0, file.length);
      }
    }.define();
  }
}
