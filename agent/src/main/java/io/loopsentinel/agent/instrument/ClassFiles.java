package io.loopsentinel.agent.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import org.jspecify.annotations.Nullable;

/** Finds class files where class loaders find them, without loading the classes. */
final class ClassFiles {

  private ClassFiles() {}

  /**
   * Reads a class file.
   *
   * @param type internal name of the class
   * @param loader the loader that would load it
   * @return {@code null} where there is none, as with classes generated at run time
   */
  static @Nullable ClassOutline find(String type, ClassLoader loader) {
    ClassOutline found = read(type, loader);
    // Some loaders hide the JDK's own class files.
    return found == null ? read(type, ClassLoader.getPlatformClassLoader()) : found;
  }

  private static @Nullable ClassOutline read(String type, ClassLoader loader) {
    byte[] file = bytes(type, loader);
    try {
      return file == null ? null : new ClassOutline(file);
    } catch (RuntimeException e) {
      // It is no class file after all.
      return null;
    }
  }

  /**
   * Reads a class file without looking into it.
   *
   * @return {@code null} where there is none
   */
  static byte @Nullable [] bytes(String type, ClassLoader loader) {
    try {
      URL url = loader.getResource(type + ".class");
      if (url == null) {
        return null;
      }
      URLConnection connection = url.openConnection();
      // The cache would hold the application's jar open for good.
      connection.setUseCaches(false);
      try (InputStream in = connection.getInputStream()) {
        return in.readAllBytes();
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      // The loader is the application's own code, and may give anything for a class file.
      return null;
    }
  }
}
