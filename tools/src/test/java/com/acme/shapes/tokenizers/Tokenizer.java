package com.acme.shapes.tokenizers;

import java.util.ArrayList;
import java.util.List;

/** Splits texts into tokens. */
public final class Tokenizer {

  /** What a text was split into. */
  public record Encoding(String text, List<Integer> tokens, int inputTokens, int outputTokens) {}

  public Encoding complete(List<String> messages) {
    List<Integer> tokens = new ArrayList<>();
    String text = String.join("\n", messages);
    for (int i = 0; i < text.length(); i += 4) {
      tokens.add(text.substring(i, Math.min(i + 4, text.length())).hashCode());
    }
    return new Encoding(text, tokens, text.length() / 4, tokens.size());
  }
}
