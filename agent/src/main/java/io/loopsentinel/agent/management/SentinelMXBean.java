package io.loopsentinel.agent.management;

import java.util.List;
import java.util.Map;

/**
 * What JMX shows of the agent, as {@code io.loopsentinel:type=Sentinel}.
 *
 * <p>What switches something returns what held before, which also makes it an operation: JMX takes
 * a {@code set} method without a result for a writable attribute.
 */
public interface SentinelMXBean {

  /** Returns the agent's version. */
  String getVersion();

  /** Returns {@code enforce} or {@code observe}. */
  String getMode();

  /** Whether calls and turns are judged at all. */
  boolean isEnabled();

  /** Returns the number of calls judged, those that were stopped included. */
  long getCallsSeen();

  /** Returns the number of calls that were not run. */
  long getCallsStopped();

  /** Returns the calls that were not run by tool. */
  Map<String, Long> getStoppedByTool();

  /** Returns the findings by detector, whatever was done about them. */
  Map<String, Long> getFindingsByDetector();

  /** Returns the number of sessions remembered. */
  int getSessionsLive();

  /** Returns how often the agent itself failed, and let the application go on. */
  long getInternalErrors();

  /** Returns the number of targets that guard something, those of profiles included. */
  int getTargetsMatched();

  /** Returns the number of targets of the configuration file that guard nothing so far. */
  default int getTargetsUnmatched() {
    return getUnmatchedTargets().size();
  }

  /** Returns their names. */
  List<String> getUnmatchedTargets();

  /** Forgets a session by its name in logs and events, and returns whether there was one. */
  boolean reset(String session);

  /** Forgets all sessions, and returns how many there were. */
  int resetAll();

  /** Has findings have consequences ({@code enforce}) or not ({@code observe}). */
  String setMode(String mode);

  /** Has calls and turns judged, or pass untouched. */
  boolean setEnabled(boolean enabled);

  /** Returns in a few lines what became of the calls so far. */
  String summary();
}
