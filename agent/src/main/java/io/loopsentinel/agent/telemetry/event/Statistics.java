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

  /** Names that are counted for themselves; a model may make up those of tools without end. */
  private static final int MOST_NAMES = 1_000;

  private final LongAdder calls = new LongAdder();
  private final LongAdder stopped = new LongAdder();
  private final LongAdder tokens = new LongAdder();
  private final LongAdder turnsWithTokens = new LongAdder();
  private final Map<String, LongAdder> stoppedByTool = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> stoppedByDetector = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> findingsByDetector = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> observedByTool = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> failuresByProvider = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> refusedByProvider = new ConcurrentHashMap<>();

  /** Counts a call that a guard judged, run or not. */
  public void called() {
    calls.increment();
  }

  /** Counts a call that was not run. */
  public void stopped(String tool, String detector) {
    stopped.increment();
    countName(stoppedByTool, tool);
    count(stoppedByDetector, detector);
  }

  /** Counts a call that ran and would have been stopped, were the mode not {@code observe}. */
  public void wouldHaveStopped(String tool) {
    countName(observedByTool, tool);
  }

  /** Counts a finding, whatever was done about it. */
  public void found(String detector) {
    count(findingsByDetector, detector);
  }

  /** Counts a response of the model, and the tokens used for it; 0 where they are not known. */
  public void turned(long tokensUsed) {
    if (tokensUsed > 0) {
      tokens.add(tokensUsed);
      turnsWithTokens.increment();
    }
  }

  /** Counts a turn that failed by its provider. */
  public void failedProvider(String provider) {
    countName(failuresByProvider, provider);
  }

  /** Counts a turn that was not run because its provider is unavailable. */
  public void refusedTurn(String provider) {
    countName(refusedByProvider, provider);
  }

  /** Returns the number of calls judged, those that were stopped included. */
  public long calls() {
    return calls.sum();
  }

  /** Returns the number of calls that were not run. */
  public long stopped() {
    return stopped.sum();
  }

  /** Returns the number of responses of models that told what they used. */
  public long turnsWithTokens() {
    return turnsWithTokens.sum();
  }

  /** Returns the tokens that they told of. */
  public long tokens() {
    return tokens.sum();
  }

  /** Returns the calls that were not run by the tool's name, in its order. */
  public Map<String, Long> stoppedByTool() {
    return sums(stoppedByTool);
  }

  /** Returns the calls that ran and would not have in mode {@code enforce}, by the tool's name. */
  public Map<String, Long> observedByTool() {
    return sums(observedByTool);
  }

  /** Returns the calls that were not run by the detector that decided. */
  public Map<String, Long> stoppedByDetector() {
    return sums(stoppedByDetector);
  }

  /** Returns the findings by detector. */
  public Map<String, Long> findingsByDetector() {
    return sums(findingsByDetector);
  }

  /** Returns the turns that failed by their provider. */
  public Map<String, Long> failuresByProvider() {
    return sums(failuresByProvider);
  }

  /** Returns the turns that were not run because their provider was unavailable. */
  public Map<String, Long> refusedByProvider() {
    return sums(refusedByProvider);
  }

  private static void countName(Map<String, LongAdder> counts, String given) {
    String name = Printable.of(given, Printable.NAME);
    boolean known = counts.containsKey(name) || counts.size() < MOST_NAMES;
    count(counts, known ? name : "(others)");
  }

  private static void count(Map<String, LongAdder> counts, String name) {
    counts.computeIfAbsent(name, unused -> new LongAdder()).increment();
  }

  private static Map<String, Long> sums(Map<String, LongAdder> counts) {
    Map<String, Long> sums = new TreeMap<>();
    counts.forEach((name, count) -> sums.put(name, count.sum()));
    return sums;
  }
}
