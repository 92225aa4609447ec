package io.loopsentinel.targets.match;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;
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
