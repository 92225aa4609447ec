package io.loopsentinel.targets.match;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import org.jspecify.annotations.Nullable;

/** Reads class files by class loaders, without loading a class of a library. Stateless. */
public final class ClassResource {

  private static final int MAGIC_HIGH = 0xcafe;
  private static final int MAGIC_LOW = 0xbabe;
  private static final int MIN_LENGTH = 10;

  private ClassResource() {}

  /** Returns a class file; {@code null} if there is none, as for generated classes. */
  public static byte @Nullable [] read(String type, ClassLoader loader) {
    try {
      URL url = loader.getResource(type + ".class");
      if (url == null) {
        return null;
      }
      URLConnection connection = url.openConnection();
      // The cache would keep the application's jar open.
      connection.setUseCaches(false);
      try (InputStream in = connection.getInputStream()) {
        byte[] file = in.readAllBytes();
        return isClassFile(file) ? file : null;
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      // The loader is code of the application, and may return anything.
      return null;
    }
  }

  private static boolean isClassFile(byte[] file) {
    return file.length >= MIN_LENGTH
        && MethodNameScan.u2(file, 0) == MAGIC_HIGH
        && MethodNameScan.u2(file, 2) == MAGIC_LOW;
  }
}
