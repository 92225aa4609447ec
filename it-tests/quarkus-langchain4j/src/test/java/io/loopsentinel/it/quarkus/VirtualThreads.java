package io.loopsentinel.it.quarkus;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loopsentinel.it.harness.Jdk;

/** Which JDKs have virtual threads. */
final class VirtualThreads {

  private VirtualThreads() {}

  /** Skips a test on a JDK without any. */
  static void assumeOn(Jdk jdk) {
    assumeTrue(jdk.feature() >= 21, () -> "There are no virtual threads on " + jdk);
  }
}
