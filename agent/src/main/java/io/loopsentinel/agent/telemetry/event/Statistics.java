package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.engine.text.Printable;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * How many calls there were in this JVM, and what became of them. Thread-safe; never shrinks, and
 * remembers a bounded number of names, as they can be shown on one line.
 */
public final class Statistics {

  /** Names that are counted for themselves; a model may make up those of tools without end. */
  private static final int MOST_NAMES = 1_000;

  private static final String OTHERS = "(others)";

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
  private final Map<String, LongAdder> callsByAgent = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> stoppedByAgent = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> findingsByAgent = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> tokensByAgent = new ConcurrentHashMap<>();
  private final Map<String, DoubleAdder> costByAgent = new ConcurrentHashMap<>();

  /** Counts a call that a guard judged, run or not. */
  public void called() {
    calls.increment();
  }

  /** Counts a call that was judged for its agent, where that is known. */
  public void calledBy(@Nullable String agent) {
    countAgent(callsByAgent, agent, 1);
  }

  /** Counts a call that was not run. */
  public void stopped(String tool, String detector, @Nullable String agent) {
    stopped.increment();
    countNamed(stoppedByTool, tool, 1);
    count(stoppedByDetector, detector, 1);
    countAgent(stoppedByAgent, agent, 1);
  }

  /** Counts a call that ran and would have been stopped, were the mode not {@code observe}. */
  public void wouldHaveStopped(String tool) {
    countNamed(observedByTool, tool, 1);
  }

  /** Counts a finding, whatever was done about it. */
  public void found(String detector, @Nullable String agent) {
    count(findingsByDetector, detector, 1);
    countAgent(findingsByAgent, agent, 1);
  }

  /**
   * Counts a response of the model, and the tokens used for it; 0 where they are not known.
   *
   * @param usd what they cost; 0 where they have no price
   */
  public void turned(long tokensUsed, double usd, @Nullable String agent) {
    if (tokensUsed > 0) {
      tokens.add(tokensUsed);
      turnsWithTokens.increment();
      countAgent(tokensByAgent, agent, tokensUsed);
    }
    if (usd > 0) {
      String name = name(costByAgent, agent == null ? "(none)" : agent);
      costByAgent.computeIfAbsent(name, unused -> new DoubleAdder()).add(usd);
    }
  }

  /** Counts a turn that failed by its provider. */
  public void failedProvider(String provider) {
    countNamed(failuresByProvider, provider, 1);
  }

  /** Counts a turn that was not run because its provider is unavailable. */
  public void refusedTurn(String provider) {
    countNamed(refusedByProvider, provider, 1);
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

  /** Returns the calls judged of those that have the label {@code agent}, by its value. */
  public Map<String, Long> callsByAgent() {
    return sums(callsByAgent);
  }

  /** Returns the calls that were not run, by agent. */
  public Map<String, Long> stoppedByAgent() {
    return sums(stoppedByAgent);
  }

  /** Returns the findings by agent. */
  public Map<String, Long> findingsByAgent() {
    return sums(findingsByAgent);
  }

  /** Returns the tokens that responses of models told of, by agent. */
  public Map<String, Long> tokensByAgent() {
    return sums(tokensByAgent);
  }

  /** Returns what responses of models cost in US dollars by agent, {@code (none)} for no agent. */
  public Map<String, Double> costByAgent() {
    Map<String, Double> sums = new TreeMap<>();
    costByAgent.forEach((name, sum) -> sums.put(name, sum.sum()));
    return sums;
  }

  private static void countAgent(Map<String, LongAdder> counts, @Nullable String agent, long add) {
    if (agent != null) {
      countNamed(counts, agent, add);
    }
  }

  private static void countNamed(Map<String, LongAdder> counts, String made, long add) {
    count(counts, name(counts, made), add);
  }

  /** Returns by what name something is counted that a model or an application has named. */
  private static String name(Map<String, ?> counts, String made) {
    String name = Printable.of(made, Printable.NAME);
    return counts.containsKey(name) || counts.size() < MOST_NAMES ? name : OTHERS;
  }

  private static void count(Map<String, LongAdder> counts, String name, long add) {
    counts.computeIfAbsent(name, unused -> new LongAdder()).add(add);
  }

  private static Map<String, Long> sums(Map<String, LongAdder> counts) {
    Map<String, Long> sums = new TreeMap<>();
    counts.forEach((name, count) -> sums.put(name, count.sum()));
    return sums;
  }
}
