package io.loopsentinel.engine.meaning;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rule by which two texts mean the same.
 *
 * @param reader reads a text, or returns {@code null} if it cannot; thread-safe
 * @param minScore minimum score, above 0, at most 1
 */
public record SimilarMeaning(
    String name, Function<String, @Nullable Meaning> reader, double minScore) {

  /** The default minimum score. */
  public static final double MIN_SCORE = 0.7;

  /** Returns the settings, which must be equal in JVMs that share sessions. */
  @Override
  public String toString() {
    return name + " from " + minScore;
  }
}
