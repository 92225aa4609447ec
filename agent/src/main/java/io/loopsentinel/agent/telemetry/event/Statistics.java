package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.engine.text.Printable;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many calls there were in this JVM, and what became of them. Thread-safe; never shrinks, and
 * remembers a bounded number of names, as they can be shown on one line.
 */
public final class Statistics {

  /** Tools that are counted by name; a model may make names up without end. */
  private static final int MOST_TOOLS = 1_000;

  /** What all further tools are counted as. */
  private static final String OTHERS = "(others)";

  private final LongAdder calls = new LongAdder();
  private final LongAdder stopped = new LongAdder();
  private final LongAdder turns = new LongAdder();
  private final LongAdder tokens = new LongAdder();
  private final LongAdder turnsWithTokens = new LongAdder();
  private final Map<String, LongAdder> stoppedByTool = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> stoppedByDetector = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> findingsByDetector = new ConcurrentHashMap<>();

  /** Counts a call that a guard judged, run or not. */
  public void called() {
    calls.increment();
  }

  /** Counts a call that was not run. */
  public void stopped(String tool, String detector) {
    stopped.increment();
    count(stoppedByTool, Printable.of(tool, Printable.NAME));
    count(stoppedByDetector, detector);
  }

  /** Counts a finding, whatever was done about it. */
  public void found(String detector) {
    count(findingsByDetector, detector);
  }

  /**
   * Counts a response of the model.
   *
   * @param tokensUsed for request and response; 0 where it is not known
   */
  public void turned(long tokensUsed) {
    turns.increment();
    if (tokensUsed > 0) {
      tokens.add(tokensUsed);
      turnsWithTokens.increment();
    }
  }

  /** Returns the number of calls judged, those that were stopped included. */
  public long calls() {
    return calls.sum();
  }

  /** Returns the number of calls that were not run. */
  public long stopped() {
    return stopped.sum();
  }

  /** Returns the number of responses of models. */
  public long turns() {
    return turns.sum();
  }

  /** Returns the number of those that told what they used. */
  public long turnsWithTokens() {
    return turnsWithTokens.sum();
  }

  /** Returns the tokens that they told of. */
  public long tokens() {
    return tokens.sum();
  }

  /** Returns the calls that were not run by the tool's name, in its order. */
  public Map<String, Long> stoppedByTool() {
    return copy(stoppedByTool);
  }

  /** Returns the calls that were not run by the detector that decided. */
  public Map<String, Long> stoppedByDetector() {
    return copy(stoppedByDetector);
  }

  /** Returns the findings by detector. */
  public Map<String, Long> findingsByDetector() {
    return copy(findingsByDetector);
  }

  private static void count(Map<String, LongAdder> counts, String name) {
    String counted = counts.containsKey(name) || counts.size() < MOST_TOOLS ? name : OTHERS;
    counts.computeIfAbsent(counted, unused -> new LongAdder()).increment();
  }

  private static Map<String, Long> copy(Map<String, LongAdder> counts) {
    Map<String, Long> copy = new TreeMap<>();
    counts.forEach((name, count) -> copy.put(name, count.sum()));
    return copy;
  }
}
