package io.loopsentinel.benchmarks.calls;

/** What is, or is not, between a caller and the tool. */
public enum Subject {
  /** Nothing: no agent at all. */
  BARE("plain", Ran.ALL),
  /** No call: the least that its identity costs, a digest of bytes that lie ready. */
  SHA256("plain", Ran.ALL),
  /** A decorator with the hand-written guard. */
  HAND_WRITTEN("plain", Ran.NOT_LOOPS),
  /** The hand-written guard, called by a rule of Byteman. */
  BYTEMAN("Byteman", Ran.NOT_LOOPS),
  /** A rule of Byteman that does nothing. */
  BYTEMAN_EMPTY("Byteman", Ran.ALL),
  /** The hand-written guard, called by an aspect woven at load time. */
  ASPECTJ("AspectJ", Ran.NOT_LOOPS),
  /** An aspect that does nothing. */
  ASPECTJ_EMPTY("AspectJ", Ran.ALL),
  /** The agent as it ships; calls that are no loop. */
  LET_THROUGH("plain", Ran.NOT_LOOPS),
  /** The jar of the commit before the rebuild on libraries; calls that are no loop. */
  BEFORE("plain", Ran.NOT_LOOPS),
  /** The agent as it ships; the same call all the time, answered with a hint. */
  HINT("plain", Ran.NOT_LOOPS),
  /** The agent, told to leave the tool alone. */
  EXEMPT("plain", Ran.ALL),
  /** The agent, switched off while the JVM runs. */
  DISABLED("plain", Ran.ALL),
  /** The agent, telling nobody anything. */
  SINKS_OFF("plain", Ran.NOT_LOOPS),
  /** The agent with every receiver of events there is. */
  SINKS_ON("plain", Ran.NOT_LOOPS),
  /** The same, and each call is written to the audit log. */
  SINKS_AND_CALLS("plain", Ran.NOT_LOOPS),
  /** The agent with the live page and the counters for Prometheus. */
  PAGE_AND_COUNTERS("plain", Ran.NOT_LOOPS),
  /** The same, and each call is part of a span of the application's OpenTelemetry. */
  PAGE_COUNTERS_AND_SPANS("plain", Ran.NOT_LOOPS);

  /** Which of equal calls run. */
  private enum Ran {
    ALL,
    NOT_LOOPS
  }

  private final String rewrittenBy;
  private final Ran ran;

  Subject(String rewrittenBy, Ran ran) {
    this.rewrittenBy = rewrittenBy;
    this.ran = ran;
  }

  /** Returns who should have rewritten the dispatcher, as the dispatcher itself says. */
  String rewrittenBy() {
    return rewrittenBy;
  }

  /** Whether equal calls run only up to a threshold. */
  boolean stopsLoops() {
    return ran == Ran.NOT_LOOPS;
  }

  /** Whether events have receivers beside those of the configuration file. */
  boolean hasReceivers() {
    return this == SINKS_ON || this == SINKS_AND_CALLS;
  }
}
