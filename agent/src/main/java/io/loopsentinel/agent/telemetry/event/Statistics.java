package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.engine.text.Printable;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * How many calls there were in this JVM, and what became of them. Thread-safe; never shrinks, and
 * remembers a bounded number of names, as they can be shown on one line.
 */
public final class Statistics {

  /**
   * What is counted: by the name of a tool, a detector, an agent, a provider or a budget, or in
   * all. {@code docs/metrics.md} lists those that are metrics.
   */
  public enum Count {
    CALLS("calls", null, "Tool calls that were judged."),
    STOPPED_BY_TOOL("calls_stopped", "tool", "Tool calls that were not run."),
    STOPPED_BY_DETECTOR(null, "detector", "The same by who decided; for the summary."),
    OBSERVED_BY_TOOL(
        "calls_observed",
        "tool",
        "Tool calls that ran in mode observe and would have been stopped."),
    FINDINGS_BY_DETECTOR("findings", "detector", "Findings."),
    TOKENS("tokens", null, "Tokens that turns of the model told of."),
    TURNS_WITH_TOKENS("turns", null, "Turns of the model that told of their tokens."),
    TURNS(null, null, "Turns of the model."),
    TURNS_WITH_COST(null, null, "Turns of the model that have a price; for the live page."),
    CALLS_BY_AGENT("agent_calls", "agent", "Tool calls of an agent that were judged."),
    STOPPED_BY_AGENT("agent_calls_stopped", "agent", "Tool calls of an agent that were not run."),
    FINDINGS_BY_AGENT("agent_findings", "agent", "Findings about an agent."),
    TOKENS_BY_AGENT("agent_tokens", "agent", "Tokens that turns of an agent told of."),
    FAILURES_BY_PROVIDER("provider_failures", "provider", "Turns that failed by their provider."),
    REFUSED_BY_PROVIDER(
        "turns_refused",
        "provider",
        "Turns that were not run because their provider was unavailable."),
    REFUSED_BY_BUDGET(
        "requests_refused",
        "budget",
        "Requests to the model that were refused because a budget was spent."),
    OBSERVED_BY_BUDGET(
        "requests_observed",
        "budget",
        "Requests that were sent in mode observe and would have been refused.");

    final @Nullable String metric;
    final @Nullable String label;
    final String help;

    Count(@Nullable String metric, @Nullable String label, String help) {
      this.metric = metric;
      this.label = label;
      this.help = help;
    }
  }

  /** Names that are counted for themselves; a model may make up those of tools without end. */
  private static final int MAX_NAMES = 1_000;

  private static final int MAX_MODELS = 20;
  private static final String OTHERS = "(others)";

  /** The name under which a count is kept that has no others. */
  private static final String ALL = "";

  private final Map<Count, Map<String, LongAdder>> counts = new EnumMap<>(Count.class);
  private final Map<String, DoubleAdder> costByAgent = new ConcurrentHashMap<>();
  private final Set<String> labelNames = ConcurrentHashMap.newKeySet();
  private final Set<String> unpricedModels = ConcurrentHashMap.newKeySet();
  private final AtomicLong judged = new AtomicLong();
  private final AtomicLong nextMilestone = new AtomicLong(10);
  private volatile Runnable milestoneListener = () -> {};

  /** Creates statistics of nothing. */
  public Statistics() {
    for (Count each : Count.values()) {
      counts.put(each, new ConcurrentHashMap<>());
      if (each.label == null) {
        add(each, ALL, 0);
      }
    }
  }

  /** Counts a call that a guard judged, run or not. */
  public void called() {
    add(Count.CALLS, ALL, 1);
  }

  /** Counts a call that was judged for its agent, where that is known. */
  public void calledBy(@Nullable String agent) {
    add(Count.CALLS_BY_AGENT, agent, 1);
  }

  /** Counts a call that was not run. */
  public void stopped(String tool, String detector, @Nullable String agent) {
    add(Count.STOPPED_BY_TOOL, tool, 1);
    add(Count.STOPPED_BY_DETECTOR, detector, 1);
    add(Count.STOPPED_BY_AGENT, agent, 1);
  }

  /** Counts a call that ran and would have been stopped, were the mode not {@code observe}. */
  public void wouldHaveStopped(String tool) {
    add(Count.OBSERVED_BY_TOOL, tool, 1);
  }

  /** Counts a finding, whatever was done about it. */
  public void found(String detector, @Nullable String agent) {
    add(Count.FINDINGS_BY_DETECTOR, detector, 1);
    add(Count.FINDINGS_BY_AGENT, agent, 1);
  }

  /**
   * Counts a response of the model, and the tokens used for it; 0 where they are not known.
   *
   * @param usd what they cost; 0 where they have no price
   */
  public void turned(long tokensUsed, double usd, @Nullable String agent) {
    if (tokensUsed > 0) {
      add(Count.TOKENS, ALL, tokensUsed);
      add(Count.TURNS_WITH_TOKENS, ALL, 1);
      add(Count.TOKENS_BY_AGENT, agent, tokensUsed);
    }
    if (usd > 0) {
      add(Count.TURNS_WITH_COST, ALL, 1);
      String name = name(costByAgent, agent == null ? "(none)" : agent);
      costByAgent.computeIfAbsent(name, unused -> new DoubleAdder()).add(usd);
    }
  }

  /**
   * Notes a call or turn that was judged.
   *
   * @param labels the names of the labels that it has
   */
  public void judged(Set<String> labels) {
    labelNames.addAll(labels);
    long number = judged.incrementAndGet();
    if (number == nextMilestone.get() && nextMilestone.compareAndSet(number, 10 * number)) {
      milestoneListener.run();
    }
  }

  /**
   * Notes a turn of a model.
   *
   * @param unpriced the model, where its tokens have no price
   */
  public void responded(@Nullable String unpriced) {
    add(Count.TURNS, ALL, 1);
    if (unpriced != null && unpricedModels.size() < MAX_MODELS) {
      unpricedModels.add(Printable.of(unpriced, Printable.NAME));
    }
  }

  /** Has something done after 10, 100, 1000 ... calls and turns, on the thread that makes them. */
  public void onMilestone(Runnable listener) {
    milestoneListener = listener;
  }

  /** Returns the number of calls and turns that were judged. */
  public long judged() {
    return judged.get();
  }

  /** Returns the names of the labels that any call or turn had. */
  public Set<String> labelNames() {
    return Set.copyOf(labelNames);
  }

  /** Returns the models that used tokens which have no price; bounded in number. */
  public Set<String> unpricedModels() {
    return Set.copyOf(unpricedModels);
  }

  /** Counts a turn that failed by its provider. */
  public void failedProvider(String provider) {
    add(Count.FAILURES_BY_PROVIDER, provider, 1);
  }

  /** Counts a turn that was not run because its provider is unavailable. */
  public void refusedTurn(String provider) {
    add(Count.REFUSED_BY_PROVIDER, provider, 1);
  }

  /** Counts a request to the model for which a budget has nothing left. */
  public void refusedRequest(String budget, boolean refused) {
    add(refused ? Count.REFUSED_BY_BUDGET : Count.OBSERVED_BY_BUDGET, budget, 1);
  }

  /** Returns the number of calls that were not run. */
  public long stopped() {
    return total(Count.STOPPED_BY_TOOL);
  }

  /** Returns how many there are, whatever their names. */
  public long total(Count count) {
    return sums(count).values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Returns how many there are of each name, in the order of the names. */
  public Map<String, Long> named(Count count) {
    Map<String, Long> sums = new TreeMap<>();
    sums(count).forEach((name, sum) -> sums.put(name, sum.sum()));
    return sums;
  }

  /** Returns the mean of the tokens of turns that told of them. */
  public long tokensOfTurn() {
    return total(Count.TOKENS) / Math.max(1, total(Count.TURNS_WITH_TOKENS));
  }

  /** Returns the mean cost of turns in US dollars; 0 where none has a price. */
  public double costOfTurn() {
    double cost = costByAgent().values().stream().mapToDouble(Double::doubleValue).sum();
    return cost / Math.max(1, total(Count.TURNS_WITH_COST));
  }

  /** Returns what responses of models cost in US dollars by agent, {@code (none)} for no agent. */
  public Map<String, Double> costByAgent() {
    Map<String, Double> sums = new TreeMap<>();
    costByAgent.forEach((name, sum) -> sums.put(name, sum.sum()));
    return sums;
  }

  private Map<String, LongAdder> sums(Count count) {
    return Objects.requireNonNull(counts.get(count));
  }

  /** Counts nothing where the name is not known. */
  private void add(Count count, @Nullable String made, long add) {
    if (made != null) {
      Map<String, LongAdder> named = sums(count);
      named.computeIfAbsent(name(named, made), unused -> new LongAdder()).add(add);
    }
  }

  /** Returns by what name something is counted that a model or an application has named. */
  private static String name(Map<String, ?> counts, String made) {
    String name = Printable.of(made, Printable.NAME);
    return counts.containsKey(name) || counts.size() < MAX_NAMES ? name : OTHERS;
  }
}
