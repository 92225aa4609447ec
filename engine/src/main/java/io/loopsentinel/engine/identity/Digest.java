package io.loopsentinel.engine.identity;

/**
 * A {@link Fingerprint} that can be overwritten: made once, and filled anew for each call.
 *
 * <p>All zeros when it is new. Equality is that of objects; {@link #sameAs} compares the contents.
 * Not thread-safe.
 */
public final class Digest implements Identity {

  private long a;
  private long b;
  private long c;
  private long d;

  /** Returns bytes 0 to 7, big-endian. */
  @Override
  public long a() {
    return a;
  }

  /** Returns bytes 8 to 15. */
  @Override
  public long b() {
    return b;
  }

  /** Returns bytes 16 to 23. */
  @Override
  public long c() {
    return c;
  }

  /** Returns bytes 24 to 31. */
  @Override
  public long d() {
    return d;
  }

  /** Takes over the content of a fingerprint. */
  public void set(Fingerprint fingerprint) {
    set(fingerprint.a(), fingerprint.b(), fingerprint.c(), fingerprint.d());
  }

  /** Takes over the content of another digest. */
  public void copyFrom(Digest other) {
    set(other.a, other.b, other.c, other.d);
  }

  /** Tells whether another digest has the same content. */
  public boolean sameAs(Digest other) {
    return a == other.a && b == other.b && c == other.c && d == other.d;
  }

  /** Returns the content as a value of its own. */
  public Fingerprint toFingerprint() {
    return new Fingerprint(a, b, c, d);
  }

  private void set(long newA, long newB, long newC, long newD) {
    a = newA;
    b = newB;
    c = newC;
    d = newD;
  }

  @Override
  public String toString() {
    return toFingerprint().toHex();
  }
}
