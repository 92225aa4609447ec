package io.loopsentinel.agent.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** The class files of classes on the class path. */
final class TestClassFiles {

  private TestClassFiles() {}

  static byte[] of(Class<?> type) {
    return of(type.getName());
  }

  static byte[] of(String type) {
    String resource = type.replace('.', '/') + ".class";
    try (InputStream in = ClassLoader.getSystemResourceAsStream(resource)) {
      return Objects.requireNonNull(in, resource).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
