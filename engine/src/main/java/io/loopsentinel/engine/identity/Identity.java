package io.loopsentinel.engine.identity;

/** The SHA-256 digest that identifies a tool call, in four numbers. */
public sealed interface Identity permits Fingerprint, Digest {

  /** Returns bytes 0 to 7, big-endian. */
  long a();

  /** Returns bytes 8 to 15. */
  long b();

  /** Returns bytes 16 to 23. */
  long c();

  /** Returns bytes 24 to 31. */
  long d();
}
