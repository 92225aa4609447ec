package io.loopsentinel;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds events. Internal: for the agent of the same version, which has its own class loader and
 * packages. Not part of the API.
 *
 * <p>Values that are not set are absent, and the time is that of the builder's creation. Not
 * thread-safe. See the accessors of {@link LoopEvent} for the values.
 */
public final class LoopEventBuilder {

  final LoopEvent.Type type;
  final String reason;
  Instant time = Instant.now().truncatedTo(ChronoUnit.MILLIS);
  @Nullable String session;
  @Nullable String conversation;
  @Nullable String run;
  @Nullable String tool;
  @Nullable String target;
  Map<String, String> labels = Map.of();
  @Nullable String message;
  LoopEvent.@Nullable Question question;
  @Nullable String arguments;
  long callsStopped;
  LoopEvent.@Nullable Cost cost;
  LoopEvent.@Nullable Spending spending;
  LoopEvent.@Nullable Trace trace;
  private @Nullable String detector;
  private String fingerprint = "";
  private List<String> cycle = List.of();
  private List<String> steps = List.of();
  private int rung;
  private int count;
  private int threshold;
  private String action = "";
  private @Nullable String would;
  private @Nullable String setting;

  record LoopValues(
      String detector,
      int rung,
      String action,
      @Nullable String would,
      int count,
      int threshold,
      List<String> cycle,
      List<String> steps,
      String fingerprint,
      @Nullable String setting)
      implements LoopEvent.Loop {

    LoopValues {
      cycle = List.copyOf(cycle);
      steps = List.copyOf(steps);
    }
  }

  record CostValues(
      @Nullable String model,
      long inputTokens,
      long cachedTokens,
      long outputTokens,
      @Nullable Double usd)
      implements LoopEvent.Cost {}

  record SpendingValues(double usd, double capUsd) implements LoopEvent.Spending {}

  record QuestionValues(
      String id,
      Instant expires,
      @Nullable String fallback,
      @Nullable String answer,
      @Nullable String by)
      implements LoopEvent.Question {}

  public LoopEventBuilder(LoopEvent.Type type, String reason) {
    this.type = type;
    this.reason = reason;
  }

  public static LoopEvent.Question question(
      String id,
      Instant expires,
      @Nullable String fallback,
      @Nullable String answer,
      @Nullable String by) {
    return new QuestionValues(id, expires, fallback, answer, by);
  }

  public static LoopEvent.Cost cost(
      @Nullable String model,
      long inputTokens,
      long cachedTokens,
      long outputTokens,
      @Nullable Double usd) {
    return new CostValues(model, inputTokens, cachedTokens, outputTokens, usd);
  }

  public static LoopEvent.Spending spending(double usd, double capUsd) {
    return new SpendingValues(usd, capUsd);
  }

  public LoopEventBuilder time(Instant value) {
    time = value;
    return this;
  }

  public LoopEventBuilder session(@Nullable String value) {
    session = value;
    return this;
  }

  public LoopEventBuilder conversation(@Nullable String value) {
    conversation = value;
    return this;
  }

  public LoopEventBuilder run(@Nullable String value) {
    run = value;
    return this;
  }

  public LoopEventBuilder tool(@Nullable String value) {
    tool = value;
    return this;
  }

  public LoopEventBuilder target(@Nullable String value) {
    target = value;
    return this;
  }

  public LoopEventBuilder labels(Map<String, String> value) {
    labels = value;
    return this;
  }

  /** Sets the loop, to be completed by {@link #found} and {@link #action}. */
  public LoopEventBuilder loop(String itsDetector, String itsFingerprint, List<String> itsCycle) {
    detector = itsDetector;
    fingerprint = itsFingerprint;
    cycle = itsCycle;
    return this;
  }

  /** Sets the numbers of the loop. */
  public LoopEventBuilder found(int itsRung, int itsCount, int itsThreshold) {
    rung = itsRung;
    count = itsCount;
    threshold = itsThreshold;
    return this;
  }

  /** Sets the action taken on the loop, and the one in mode {@code enforce}. */
  public LoopEventBuilder action(String taken, @Nullable String inEnforce) {
    action = taken;
    would = inEnforce;
    return this;
  }

  /** Sets the calls of the loop with their arguments. */
  public LoopEventBuilder steps(List<String> value) {
    steps = value;
    return this;
  }

  /** Sets the setting whose larger value would have let the loop pass. */
  public LoopEventBuilder setting(@Nullable String value) {
    setting = value;
    return this;
  }

  public LoopEventBuilder message(@Nullable String value) {
    message = value;
    return this;
  }

  public LoopEventBuilder question(LoopEvent.@Nullable Question value) {
    question = value;
    return this;
  }

  public LoopEventBuilder arguments(@Nullable String value) {
    arguments = value;
    return this;
  }

  public LoopEventBuilder callsStopped(long value) {
    callsStopped = value;
    return this;
  }

  public LoopEventBuilder cost(LoopEvent.@Nullable Cost value) {
    cost = value;
    return this;
  }

  public LoopEventBuilder spending(LoopEvent.@Nullable Spending value) {
    spending = value;
    return this;
  }

  public LoopEventBuilder trace(LoopEvent.@Nullable Trace value) {
    trace = value;
    return this;
  }

  public LoopEvent build() {
    return new LoopEvent(this);
  }

  LoopEvent.@Nullable Loop loop() {
    return detector == null
        ? null
        : new LoopValues(
            detector, rung, action, would, count, threshold, cycle, steps, fingerprint, setting);
  }
}
