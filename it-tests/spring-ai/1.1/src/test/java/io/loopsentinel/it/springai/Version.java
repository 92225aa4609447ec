package io.loopsentinel.it.springai;

/** The abilities of Spring AI 1.1. */
final class Version {

  /** Whether the text of a streamed response is known to the guard. */
  static final boolean READS_STREAMS = false;

  /** Whether the tokens of a response are known to the guard. */
  static final boolean COUNTS_TOKENS = false;

  /** Whether a loop of the application gets the failure of a tool as an exception. */
  static final boolean THROWS_TO_OWN_LOOP = false;

  private Version() {}
}
