package io.loopsentinel.benchmarks.guarded;

import java.util.Random;

/** What tools return: always another result, or none at all. */
public enum ResultKind {
  /** The method is void. */
  NONE(0),
  /** A text of 20 characters. */
  SHORT(20),
  /** A sentence of 70 characters, which is the main figure. */
  SENTENCE(70),
  /** Lines of ten words, 64 KiB of them. */
  LINES(64 << 10);

  /** A power of two, and more than are compared with one another. */
  private static final int IN_TURN = 128;

  private static final String[] WORDS = {
    "timeout", "request", "found", "router", "handler", "in", "the", "constructor", "set", "by",
    "Dispatcher.java", "session", "line", "of", "parser", "value", "default", "is", "reads", "and",
    "connection", "pool", "after", "cache", "key", "module", "writes", "before", "client", "for"
  };

  private static final int WORDS_A_LINE = 10;

  private final int length;

  ResultKind(int length) {
    this.length = length;
  }

  /** Returns the results that a tool gives in turn, each of other words. */
  public String[] results() {
    Random random = new Random(length);
    String[] results = new String[IN_TURN];
    for (int i = 0; i < results.length; i++) {
      StringBuilder text = new StringBuilder();
      for (int word = 1; text.length() < length; word++) {
        text.append(WORDS[random.nextInt(WORDS.length)]);
        text.append(word % WORDS_A_LINE == 0 && this == LINES ? '\n' : ' ');
      }
      results[i] = text.substring(0, length);
    }
    return results;
  }
}
