package io.loopsentinel.engine.session;

import io.loopsentinel.engine.identity.CanonicalListener;
import io.loopsentinel.engine.outcome.WordSketcher;
import org.jspecify.annotations.Nullable;

/**
 * Is told of the arguments of a call while these are hashed: sketches their words, and has the
 * processor fetch the session meanwhile.
 *
 * <p>Used for one call after the other, by one thread at a time.
 */
final class ArgumentsListener implements CanonicalListener {

  private final WordSketcher words = new WordSketcher();
  private @Nullable SessionStore sessions;
  private boolean isExpecting;
  private int expected;

  /** Prepares for other arguments. */
  void reset() {
    words.reset();
    isExpecting = false;
  }

  /**
   * Says in which session the call is judged then.
   *
   * @param hash that of its key
   */
  void expect(SessionStore store, int hash) {
    if (sessions != store) {
      sessions = store;
    }
    isExpecting = true;
    expected = hash;
  }

  @Override
  public void accept(byte[] bytes, int from, int to) {
    if (isExpecting && sessions != null) {
      isExpecting = false;
      sessions.expect(expected);
    }
    words.accept(bytes, from, to);
  }

  /** Returns the words of all arguments. */
  WordSketcher words() {
    return words;
  }
}
