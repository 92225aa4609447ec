package com.example.rules;

import io.loopsentinel.engine.api.SimilarityExtension;
import java.util.List;
import java.util.stream.IntStream;

/** Compares texts by their pairs of characters, which need no white space. */
public final class PairsSimilarity implements SimilarityExtension {

  @Override
  public String name() {
    return "pairs";
  }

  @Override
  public List<String> words(String text) {
    return IntStream.range(1, text.length()).mapToObj(i -> text.substring(i - 1, i + 1)).toList();
  }
}
