package com.acme.shapes.tokenizers;

import java.util.List;

/** Counts the tokens of books. */
public final class Corpus {

  private final Tokenizer tokenizer = new Tokenizer();

  public long run(List<List<String>> books) {
    long tokens = 0;
    for (List<String> book : books) {
      tokens += tokenizer.complete(book).outputTokens();
    }
    return tokens;
  }
}
