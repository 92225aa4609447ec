package io.loopsentinel.agent.fingerprint;

/**
 * A fingerprint that is made once and filled for one call after the other, so that no call has to
 * allocate one. Not thread-safe.
 */
public final class Digest implements Identity {

  private long a;
  private long b;
  private long c;
  private long d;

  /** Creates a digest of nothing; its numbers are 0. */
  public Digest() {}

  /** Takes another value. */
  public void set(long newA, long newB, long newC, long newD) {
    a = newA;
    b = newB;
    c = newC;
    d = newD;
  }

  /** Takes the value of another one. */
  public void set(Identity other) {
    set(other.a(), other.b(), other.c(), other.d());
  }

  /** Returns the value it has now, to be kept. */
  public Fingerprint toFingerprint() {
    return new Fingerprint(a, b, c, d);
  }

  @Override
  public long a() {
    return a;
  }

  @Override
  public long b() {
    return b;
  }

  @Override
  public long c() {
    return c;
  }

  @Override
  public long d() {
    return d;
  }

  @Override
  public String toString() {
    return toFingerprint().toHex();
  }
}
