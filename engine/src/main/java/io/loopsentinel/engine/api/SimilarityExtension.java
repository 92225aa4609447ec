package io.loopsentinel.engine.api;

/** Compares texts by what they say, found by {@link java.util.ServiceLoader}. */
public interface SimilarityExtension {

  /** Returns the name that {@code similarity_by} refers to. */
  String name();

  /**
   * Returns how similar two texts are, from 0 to 1. Must be thread-safe. Called while a session
   * waits, if their numbers, names and other hard tokens are equal.
   */
  float similarity(String a, String b) throws Exception;
}
