package com.example.rules;

import io.loopsentinel.engine.api.SimilarityExtension;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Compares texts by their pairs of characters, which need no white space. */
public final class PairsSimilarity implements SimilarityExtension {

  @Override
  public String name() {
    return "pairs";
  }

  @Override
  public float similarity(String a, String b) {
    Set<String> common = pairs(a);
    Set<String> all = new HashSet<>(common);
    common.retainAll(pairs(b));
    all.addAll(pairs(b));
    return all.isEmpty() ? 1 : (float) common.size() / all.size();
  }

  private static Set<String> pairs(String text) {
    return IntStream.range(1, text.length())
        .mapToObj(i -> text.substring(i - 1, i + 1))
        .collect(Collectors.toSet());
  }
}
