package io.loopsentinel.engine.session;

import io.loopsentinel.engine.outcome.WordSketcher;
import java.nio.charset.StandardCharsets;

/** The words of the arguments of a call. */
final class ArgumentsListener {

  private final WordSketcher words = new WordSketcher();

  /** Prepares for other arguments. */
  void reset() {
    words.reset();
  }

  /** Reads canonical arguments. */
  void read(String canonicalArguments) {
    byte[] bytes = canonicalArguments.getBytes(StandardCharsets.UTF_8);
    words.accept(bytes, 0, bytes.length);
  }

  /** Returns the words of all arguments. */
  WordSketcher words() {
    return words;
  }
}
