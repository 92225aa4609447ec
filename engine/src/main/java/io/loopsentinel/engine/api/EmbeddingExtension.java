package io.loopsentinel.engine.api;

import org.jspecify.annotations.Nullable;

/** Turns texts into vectors, found by {@link java.util.ServiceLoader}. */
public interface EmbeddingExtension {

  /** Returns the name that {@code similarity_by} refers to. */
  String name();

  /**
   * Returns the vector of a text, which is compared with others of the same length by the cosine of
   * their angle. Called by one thread at a time, once for each text.
   *
   * @return {@code null} if it cannot embed yet; the text is then compared by its words
   */
  float @Nullable [] embed(String text) throws Exception;
}
