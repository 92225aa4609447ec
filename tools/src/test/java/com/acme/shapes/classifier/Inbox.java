package com.acme.shapes.classifier;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Sorts the letters of all customers; the model says "billing" to most of them. */
public final class Inbox {

  private final ChatModel model = new ChatModel();

  public Map<String, Integer> sort(List<String> letters) throws IOException {
    Map<String, Integer> counts = new TreeMap<>();
    for (String letter : letters) {
      counts.merge(classify(letter), 1, Integer::sum);
    }
    return counts;
  }

  private String classify(String letter) throws IOException {
    return model
        .complete(
            List.of(
                Map.of("role", "system", "content", "Answer with one word."),
                Map.of("role", "user", "content", letter)))
        .text();
  }
}
