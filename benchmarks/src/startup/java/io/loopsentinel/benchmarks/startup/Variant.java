package io.loopsentinel.benchmarks.startup;

import java.util.List;

/**
 * A way to start an application.
 *
 * @param title names it in reports
 * @param options of the JVM
 */
record Variant(String title, Role role, List<String> options) {

  /** What it is compared for. */
  enum Role {
    BARE,
    NO_OP,
    THIS_AGENT,
    PEER
  }
}
