package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.gate.EffectRefusal;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.load.SettingsWithoutEffect.Labelled;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Counts of the calls in this JVM and of their outcomes. Thread-safe. The number of names is
 * bounded, and names are escaped to fit on one line.
 */
public final class Statistics {

  /** The placeholder for the label that {@code telemetry.metric_label} names. */
  static final String LABEL = "label";

  /** Maximum number of names with their own count; a model may make up any number of tools. */
  private static final int MAX_NAMES = 100;

  private static final int MAX_MODELS = 20;
  private static final String OTHER = "other";

  /** Stands for a call or turn without the label. */
  private static final String NONE = "(none)";

  /** The name of a total. */
  private static final String ALL = "";

  private final Map<Count, Map<String, LongAdder>> counts = new EnumMap<>(Count.class);
  private final Map<String, DoubleAdder> costByAgent = new ConcurrentHashMap<>();
  private final Map<String, DoubleAdder> costByLabel = new ConcurrentHashMap<>();
  private final Map<String, Integer> stores = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> labelledCalls = new ConcurrentHashMap<>();
  private final Map<String, LongAdder> labelledTurns = new ConcurrentHashMap<>();
  private final Set<String> unpricedModels = ConcurrentHashMap.newKeySet();
  private final List<Runnable> nameListeners = new CopyOnWriteArrayList<>();
  private final AtomicLong judged = new AtomicLong();
  private final AtomicLong nextMilestone = new AtomicLong(10);
  private volatile Runnable milestoneListener = () -> {};
  private volatile @Nullable String metricLabel;

  public Statistics() {
    for (Count each : Count.values()) {
      counts.put(each, new ConcurrentHashMap<>());
      if (each.label == null) {
        add(each, ALL, 0);
      }
    }
  }

  /** Sets the label to count by, if any. If it changes, the counts by label begin again. */
  public void countBy(@Nullable String label) {
    if (!Objects.equals(label, metricLabel)) {
      counts.keySet().stream()
          .filter(count -> LABEL.equals(count.label))
          .forEach(count -> sums(count).clear());
      costByLabel.clear();
      metricLabel = label;
    }
  }

  @Nullable String metricLabel() {
    return metricLabel;
  }

  private @Nullable String labelOf(Attribution labels) {
    String label = metricLabel;
    return label == null ? null : labels.labels().getOrDefault(label, NONE);
  }

  /** Counts a judged call by its labels. */
  public void calledBy(Attribution labels) {
    add(Count.CALLS_BY_AGENT, labels.agent(), 1);
    add(Count.CALLS_BY_LABEL, labelOf(labels), 1);
    judged(labels, labelledCalls);
  }

  /** Counts a call that was not run. */
  public void stopped(String tool, String detector, Attribution labels) {
    add(Count.STOPPED_BY_TOOL, tool, 1);
    add(Count.STOPPED_BY_DETECTOR, detector, 1);
    add(Count.STOPPED_BY_AGENT, labels.agent(), 1);
    add(Count.STOPPED_BY_LABEL, labelOf(labels), 1);
    if (detector.equals(EffectRefusal.NAME)) {
      add(Count.NOT_REPEATED_BY_TOOL, tool, 1);
    }
  }

  /**
   * Counts a call that got an earlier result and was not run.
   *
   * @param millis the duration of the call that produced the result
   */
  public void reused(String tool, long millis) {
    add(Count.REUSED_BY_TOOL, tool, 1);
    add(Count.REUSED_MILLIS, tool, millis);
  }

  /** Counts a finding, with any action; {@code tool} is {@code null} for a turn. */
  public void found(String detector, @Nullable String tool, Attribution labels) {
    add(Count.FINDINGS_BY_DETECTOR, detector, 1);
    add(Count.FINDINGS_BY_TOOL, tool, 1);
    add(Count.FINDINGS_BY_AGENT, labels.agent(), 1);
    add(Count.FINDINGS_BY_LABEL, labelOf(labels), 1);
  }

  /**
   * Counts a turn, its tokens and its cost.
   *
   * @param model {@code null} if not known
   * @param tokensUsed 0 if not known
   * @param usd the cost in US dollars; {@code null} if there is no price
   */
  public void turned(
      @Nullable String model, long tokensUsed, @Nullable Double usd, Attribution labels) {
    if (tokensUsed > 0) {
      add(Count.TOKENS, ALL, tokensUsed);
      add(Count.TURNS_WITH_TOKENS, ALL, 1);
      add(Count.TOKENS_BY_AGENT, labels.agent(), tokensUsed);
      add(Count.TOKENS_BY_LABEL, labelOf(labels), tokensUsed);
    }
    if (usd != null) {
      add(Count.TURNS_WITH_COST, ALL, 1);
      addCost(costByAgent, labels.labels().getOrDefault("agent", NONE), usd);
      addCost(costByLabel, labelOf(labels), usd);
    } else if (tokensUsed > 0 && unpricedModels.size() < MAX_MODELS) {
      unpricedModels.add(Printable.name(String.valueOf(model)));
    }
    judged(labels, labelledTurns);
  }

  private void judged(Attribution labels, Map<String, LongAdder> labelled) {
    labels.labels().keySet().forEach(label -> increment(labelled, label));
    increment(labelled, ALL); // After the labels, so that no call seems to lack one.
    long number = judged.incrementAndGet();
    long milestone = nextMilestone.get();
    // Not only if equal: other calls may have passed since, and set it late.
    if (number >= milestone && nextMilestone.compareAndSet(milestone, 10 * milestone)) {
      milestoneListener.run();
    }
  }

  /** Adds a listener to names that get their first count; it runs on the thread of a call. */
  public void onNewName(Runnable listener) {
    nameListeners.add(listener);
  }

  /** Removes a listener that {@link #onNewName} added. */
  public void removeListener(Runnable listener) {
    nameListeners.remove(listener);
  }

  /** Sets the listener for 10, 100, 1000 ... calls and turns; it runs on their thread. */
  public void onMilestone(Runnable listener) {
    milestoneListener = listener;
  }

  /** Returns the number of judged calls, and of those with each label. */
  public Labelled labelledCalls() {
    return labelled(labelledCalls);
  }

  /** Returns the number of judged turns, and of those with each label. */
  public Labelled labelledTurns() {
    return labelled(labelledTurns);
  }

  private static Labelled labelled(Map<String, LongAdder> numbers) {
    LongAdder all = numbers.get(ALL);
    long judged = all == null ? 0 : all.sum(); // Before those with labels, as above.
    Map<String, Long> withLabel = new HashMap<>();
    numbers.forEach((label, number) -> withLabel.put(label, number.sum()));
    withLabel.remove(ALL);
    return new Labelled(judged, withLabel);
  }

  private static void increment(Map<String, LongAdder> numbers, String name) {
    numbers.computeIfAbsent(name, unused -> new LongAdder()).increment();
  }

  /** Returns the models whose tokens have no price; bounded in number. */
  public Set<String> unpricedModels() {
    return Set.copyOf(unpricedModels);
  }

  /** Adds one to a count by name. */
  public void count(Count count, String name) {
    add(count, name, 1);
  }

  /** Records whether the store that JVMs share is up. */
  public void stateOfStore(String store, boolean isUp) {
    stores.put(store, isUp ? 1 : 0);
  }

  /** Returns 1 for a store that is up and 0 for one that is down, by name; empty without one. */
  public Map<String, Integer> stores() {
    return new TreeMap<>(stores);
  }

  /** Returns the number of calls that were not run. */
  public long stopped() {
    return total(Count.STOPPED_BY_TOOL);
  }

  public long total(Count count) {
    return sums(count).values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Returns the values of a count by name, sorted by name. */
  public Map<String, Long> named(Count count) {
    Map<String, Long> sums = new TreeMap<>();
    sums(count).forEach((name, sum) -> sums.put(name, sum.sum()));
    return sums;
  }

  /** Returns the mean tokens of the turns that reported tokens. */
  public long tokensOfTurn() {
    return total(Count.TOKENS) / Math.max(1, total(Count.TURNS_WITH_TOKENS));
  }

  /** Returns the mean cost of turns in US dollars; 0 if none has a price. */
  public double costOfTurn() {
    double cost = costByAgent().values().stream().mapToDouble(Double::doubleValue).sum();
    return cost / Math.max(1, total(Count.TURNS_WITH_COST));
  }

  /** Returns the cost of turns in US dollars by agent; {@code (none)} stands for no agent. */
  public Map<String, Double> costByAgent() {
    return costs(costByAgent);
  }

  /** Returns the cost of turns in US dollars by the configured label, if any. */
  Map<String, Double> costByLabel() {
    return costs(costByLabel);
  }

  private static Map<String, Double> costs(Map<String, DoubleAdder> costs) {
    Map<String, Double> sums = new TreeMap<>();
    costs.forEach((name, sum) -> sums.put(name, sum.sum()));
    return sums;
  }

  private Map<String, LongAdder> sums(Count count) {
    return Objects.requireNonNull(counts.get(count));
  }

  /** Adds to a count, unless the name is not known. */
  private void add(Count count, @Nullable String rawName, long amount) {
    if (rawName != null) {
      Map<String, LongAdder> named = sums(count);
      LongAdder known = named.get(rawName);
      if (known != null) {
        known.add(amount);
        return;
      }
      int names = named.size();
      named.computeIfAbsent(name(named, rawName), unused -> new LongAdder()).add(amount);
      if (named.size() > names) {
        nameListeners.forEach(Runnable::run);
      }
    }
  }

  private static void addCost(Map<String, DoubleAdder> costs, @Nullable String name, double usd) {
    if (name != null) {
      costs.computeIfAbsent(name(costs, name), unused -> new DoubleAdder()).add(usd);
    }
  }

  /** Returns the name to count under for a name that comes from a model or an application. */
  private static String name(Map<String, ?> counts, String rawName) {
    String name = Printable.name(rawName);
    return counts.containsKey(name) || counts.size() < MAX_NAMES ? name : OTHER;
  }
}
