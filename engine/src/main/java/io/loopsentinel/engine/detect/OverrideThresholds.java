package io.loopsentinel.engine.detect;

/** What the overrides of a configuration allow each tool. Thread-safe. */
public interface OverrideThresholds {

  /** A tool that is never to be stopped for being repeated. */
  int UNLIMITED = Integer.MAX_VALUE;

  /**
   * Returns how often a tool may be called with the same arguments by an override of its own.
   *
   * @return 0 where none says so, {@link #UNLIMITED} where the limit is switched off
   */
  int threshold(String tool);

  /** Returns where that stands in the configuration. */
  String setting(String tool);
}
