package io.loopsentinel.engine.detect;

/** Spreads the bits of numbers. */
final class Mixing {

  private Mixing() {}

  /** The finaliser of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014). */
  static long mixed(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
