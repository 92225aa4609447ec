package io.loopsentinel.engine.api;

import java.util.List;

/** A similarity of texts, found by {@link java.util.ServiceLoader}. */
public interface SimilarityExtension {

  /** Returns the name that {@code detectors.similar_turns.similarity_by} refers to. */
  String name();

  /**
   * Returns the features of a text of the model: its stems, for example, or character n-grams for
   * languages without spaces. The similarity of two texts is the share of features they have in
   * common; with more than 1,024 different features it is estimated. Must be thread-safe.
   */
  List<String> words(String text) throws Exception;
}
