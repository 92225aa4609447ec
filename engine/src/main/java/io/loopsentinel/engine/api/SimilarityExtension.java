package io.loopsentinel.engine.api;

import java.util.List;

/** A similarity of texts of an extension, found by {@link java.util.ServiceLoader}. */
public interface SimilarityExtension {

  /** Returns its name, by which {@code detectors.similar_turns.similarity_by} chooses it. */
  String name();

  /**
   * Returns what a text of the model is compared by, such as its stems, or rows of characters where
   * words have no white space between them: two texts are as alike as the part of all that they
   * share. Of more than 1,024 different ones that is estimated. Has to be thread-safe.
   */
  List<String> words(String text) throws Exception;
}
