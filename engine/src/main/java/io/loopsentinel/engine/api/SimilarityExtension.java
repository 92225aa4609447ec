package io.loopsentinel.engine.api;

/** Compares texts by meaning. Found by {@link java.util.ServiceLoader}. */
public interface SimilarityExtension {

  /** Returns the name that {@code similarity_by} refers to. */
  String name();

  /**
   * Returns the similarity of two texts, from 0 to 1. Must be thread-safe. Called only if their
   * numbers, names and other hard tokens are equal; the session waits meanwhile.
   */
  float similarity(String a, String b) throws Exception;
}
