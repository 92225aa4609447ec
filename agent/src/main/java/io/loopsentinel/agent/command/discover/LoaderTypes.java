package io.loopsentinel.agent.command.discover;

import io.loopsentinel.agent.command.inspect.TypeModel;
import io.loopsentinel.agent.command.inspect.Types;
import io.loopsentinel.agent.instrument.ClassFiles;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the class files of types where their loader finds them, without loading them. For one class
 * that is being loaded: what was read is remembered, and not for long.
 */
final class LoaderTypes implements Types {

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
      return Optional.ofNullable(ClassFiles.bytes(name, loader)).map(TypeModel::read);
    } catch (RuntimeException e) {
      // The loader is the application's own code, and may give anything for a class file.
      return Optional.empty();
    }
  }
}
