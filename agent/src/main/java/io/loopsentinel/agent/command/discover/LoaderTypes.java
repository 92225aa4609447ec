package io.loopsentinel.agent.command.discover;

import io.loopsentinel.agent.command.inspect.TypeModel;
import io.loopsentinel.agent.command.inspect.Types;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLConnection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the class files of types where their loader finds them, without loading them. For one class
 * that is being loaded: what was read is remembered, and not for long.
 */
final class LoaderTypes implements Types {

  private static final int MOST_BYTES = 16 * 1024 * 1024;

  private final ClassLoader loader;
  private final Map<String, Optional<TypeModel>> known = new HashMap<>();

  LoaderTypes(ClassLoader loader) {
    this.loader = loader;
  }

  @Override
  public @Nullable TypeModel find(String name) {
    return name.startsWith("java/") ? null : known.computeIfAbsent(name, this::read).orElse(null);
  }

  private Optional<TypeModel> read(String name) {
    try {
      URL url = loader.getResource(name + ".class");
      if (url == null) {
        return Optional.empty();
      }
      URLConnection connection = url.openConnection();
      // The cache would hold the application's jar open for good.
      connection.setUseCaches(false);
      try (InputStream in = connection.getInputStream()) {
        return Optional.of(TypeModel.read(in.readNBytes(MOST_BYTES)));
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      // The loader is the application's own code, and may give anything for a class file.
      return Optional.empty();
    }
  }
}
