package io.loopsentinel.benchmarks.guarded;

import java.util.Random;
import java.util.UUID;

/** What tools return: always another result, or none at all. */
public enum ResultKind {
  /** The method is void. */
  NONE(0),
  /** A text of 20 characters. */
  SHORT(20),
  /** A sentence of 70 characters, which is the main figure. */
  SENTENCE(70),
  /** Lines of ten words, 64 KiB of them. */
  LINES(64 << 10),
  /** 2 KiB of JSON in one line: objects with a number and a text of ten words. */
  JSON_2K(2 << 10),
  /** The same, 64 KiB. */
  JSON_64K(64 << 10),
  /** 64 KiB of a log: lines with a time, an id, a duration and five words. */
  LOG(64 << 10);

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
      results[i] =
          switch (this) {
            case JSON_2K, JSON_64K -> json(random);
            case LOG -> log(random);
            default -> words(random, length, this == LINES ? '\n' : ' ');
          };
    }
    return results;
  }

  private static String words(Random random, int length, char separator) {
    StringBuilder text = new StringBuilder();
    for (int word = 1; text.length() < length; word++) {
      text.append(WORDS[random.nextInt(WORDS.length)]);
      text.append(word % WORDS_A_LINE == 0 ? separator : ' ');
    }
    return text.substring(0, length);
  }

  private String json(Random random) {
    StringBuilder json = new StringBuilder("{\"matches\":[");
    for (int line = 1; json.length() < length - 120; line++) {
      json.append("{\"line\":%d,\"text\":\"%s\"},".formatted(line, words(random, 70, ' ')));
    }
    return json.append("{}]}").toString();
  }

  private String log(Random random) {
    StringBuilder log = new StringBuilder();
    for (int second = 0; log.length() < length; second++) {
      log.append(
          "2026-03-04T10:%02d:%02d.%03dZ INFO [worker-%d] request %s took %d ms: %s%n"
              .formatted(
                  second / 60 % 60,
                  second % 60,
                  random.nextInt(1_000),
                  random.nextInt(9),
                  new UUID(random.nextLong(), random.nextLong()),
                  random.nextInt(900),
                  words(random, 40, ' ')));
    }
    return log.substring(0, length);
  }
}
