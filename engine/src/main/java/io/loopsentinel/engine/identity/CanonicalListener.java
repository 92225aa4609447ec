package io.loopsentinel.engine.identity;

/**
 * Is told of the canonical form of a call's arguments while their fingerprint is computed.
 *
 * <p>The pieces come in order and together are the whole form in UTF-8; a piece may end within a
 * character. The tool's name is not among them. An implementation throws nothing.
 */
@FunctionalInterface
public interface CanonicalListener {

  /** Does nothing. */
  CanonicalListener NONE = (bytes, from, to) -> {};

  /**
   * Takes the next piece.
   *
   * @param bytes valid only during the call, and not to be changed
   * @param from the place of the piece's first byte
   * @param to the place after its last byte
   */
  void accept(byte[] bytes, int from, int to);
}
