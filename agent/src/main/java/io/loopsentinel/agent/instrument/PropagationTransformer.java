package io.loopsentinel.agent.instrument;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the JDK's executors and futures, now and whenever another agent has them transformed.
 *
 * <p>A class that cannot be rewritten is left alone from then on, so as not to stand in others'
 * way.
 */
final class PropagationTransformer implements ClassFileTransformer {

  private final HookWriter writer;
  private final Map<String, String> names = new ConcurrentHashMap<>();
  private final BiConsumer<String, Throwable> failures;

  /**
   * Creates a transformer.
   *
   * @param failures told of each class that is given up, and why; must be quick
   */
  PropagationTransformer(HookWriter writer, BiConsumer<String, Throwable> failures) {
    this.writer = writer;
    this.failures = failures;
    RunPlace.BY_TYPE.keySet().forEach(type -> names.put(type.replace('.', '/'), type));
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String type,
      @Nullable Class<?> loaded,
      @Nullable ProtectionDomain domain,
      byte[] file) {
    String name = loader == null && type != null ? names.get(type) : null;
    if (name == null) {
      return null;
    }
    try {
      return writer.write(name, file, RunPlace.BY_TYPE.getOrDefault(name, List.of()));
    } catch (Throwable failure) {
      giveUp(name, failure);
      return null;
    }
  }

  /** Leaves a class alone from now on. */
  void giveUp(String name, Throwable reason) {
    if (names.remove(name.replace('.', '/')) != null) {
      failures.accept(name, reason);
    }
  }
}
