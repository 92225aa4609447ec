package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.bounded.BoundedMap;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.Responses;
import io.loopsentinel.engine.detect.CycleDetector.PeriodCounts;
import io.loopsentinel.engine.detect.SimilarTurnsDetector.RecentTurns;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The history of a session for its detectors: calls, outcomes, turns and spending.
 *
 * <p>Not thread-safe: guarded by its session.
 */
public final class SessionHistory {

  /** Maximum number of tools with a window of their own; the least recently called is evicted. */
  private static final int MAX_WINDOWS = 128;

  private final HistorySizes sizes;
  private final CallHistory calls;
  private PeriodCounts periods = PeriodCounts.NONE;
  private @Nullable Finding foundCycle;
  private final @Nullable CallHistory sharedWindow;
  private @Nullable Map<String, CallHistory> ownWindows;
  private final LatestOutcomes outcomes;
  private @Nullable PastFailures failures;
  private Responses responses = Responses.NONE;

  /** The run of the latest request or response; empty if it is unknown. */
  private String respondingRun = "";

  private @Nullable RecentTurns turns;
  private final SessionUse use;
  private String name = "";
  private Attribution attribution = Attribution.NONE;
  private long now;
  private boolean foreign;

  public SessionHistory(HistorySizes sizes) {
    this.sizes = sizes;
    this.calls = new CallHistory(sizes.window(), sizes.calls());
    this.sharedWindow = sizes.oneWindow() ? null : new CallHistory(sizes.window(), sizes.window());
    this.outcomes = new LatestOutcomes();
    this.use = new SessionUse();
  }

  /**
   * Creates a copy in which other calls may be recorded. Both share outcomes, failures and turns.
   */
  public SessionHistory(SessionHistory other) {
    this(
        other,
        other.sizes,
        new CallHistory(other.calls),
        other.sharedWindow == null ? null : new CallHistory(other.sharedWindow),
        new SessionUse(other.use));
    if (other.ownWindows != null) {
      ownWindows = new BoundedMap<>(MAX_WINDOWS);
      other.ownWindows.forEach((tool, window) -> ownWindows.put(tool, new CallHistory(window)));
    }
  }

  private SessionHistory(
      SessionHistory other,
      HistorySizes sizes,
      CallHistory calls,
      @Nullable CallHistory sharedWindow,
      SessionUse use) {
    this.sizes = sizes;
    this.calls = calls;
    this.periods = other.periods;
    this.foundCycle = other.foundCycle;
    this.outcomes = other.outcomes;
    this.failures = other.failures;
    this.responses = other.responses;
    this.respondingRun = other.respondingRun;
    this.turns = other.turns;
    this.use = use;
    this.name = other.name;
    this.attribution = other.attribution;
    this.now = other.now;
    this.foreign = other.foreign;
    this.sharedWindow = sharedWindow;
    this.ownWindows = other.ownWindows;
  }

  /**
   * Returns a copy as it is at a later time.
   *
   * @param time the time, in milliseconds since the epoch
   */
  public SessionHistory at(long time) {
    SessionHistory copy = new SessionHistory(this);
    copy.now = time;
    return copy;
  }

  public SessionHistory emptied() {
    return new SessionHistory(sizes);
  }

  /** Returns this history, or one that continues it with other sizes. */
  public SessionHistory resized(HistorySizes next) {
    if (Objects.equals(next, sizes)) { // Same object until a reload: linking equals is slow.
      return this;
    }
    CallHistory window = sharedWindow == null ? calls : sharedWindow;
    return new SessionHistory(
        this,
        next,
        calls.resized(next.window(), next.calls()),
        next.oneWindow() ? null : window.resized(next.window(), next.window()),
        use);
  }

  /** Returns the latest calls of all tools. */
  public CallHistory calls() {
    return calls;
  }

  /** Returns the cycle found last; {@code null} if a call has been recorded since. */
  @Nullable Finding foundCycle() {
    return foundCycle;
  }

  void setFoundCycle(Finding cycle) {
    foundCycle = cycle;
  }

  /** Returns the period counts after one more call, which is not recorded yet. */
  PeriodCounts periodsWith(Call call) {
    return periods.with(call, calls, sizes.maxPeriod());
  }

  /** Returns the history in which equal calls of a tool are counted. */
  CallHistory window(Call call) {
    if (sharedWindow == null) {
      return calls;
    }
    if (!call.rule().overridden()) {
      return sharedWindow;
    }
    if (ownWindows == null) {
      ownWindows = new BoundedMap<>(MAX_WINDOWS);
    }
    int size = call.policy().limits().windowSize();
    CallHistory window =
        ownWindows.computeIfAbsent(call.tool(), tool -> calls.windowOf(tool, size));
    if (window.windowSize() != size) {
      window = window.resized(size, size);
      ownWindows.put(call.tool(), window);
    }
    return window;
  }

  public Responses responses() {
    return responses;
  }

  /** Records a request to the model; later calls belong to its response. */
  public void requested() {
    responses = responses.requested();
    respondingRun = attribution.run();
  }

  /** Records a model response; later calls belong to it. */
  public void responded() {
    responses = responses.next();
    respondingRun = attribution.run();
  }

  /** Stops counting failures of nearly equal calls, because one has succeeded. */
  void succeeded(Call call, Outcome outcome) {
    if (failures != null) {
      failures.succeeded(call, outcome);
    }
  }

  PastFailures failures() {
    if (failures == null) {
      failures = new PastFailures();
    }
    return failures;
  }

  public RecentTurns turns() {
    if (turns == null) {
      turns = new RecentTurns();
    }
    return turns;
  }

  /**
   * Records the attribution of the call or turn that is about to be judged. Labels that are not
   * reported again are kept.
   *
   * @param session the session's key as text
   * @param time the time, in milliseconds since the epoch
   */
  public void attribute(String session, Attribution latest, long time) {
    name = session;
    now = time;
    attribute(latest);
  }

  /** Records run and labels that are known before the first call or turn of the session. */
  public void attribute(Attribution latest) {
    attribution = latest.or(attribution);
  }

  /** Sets whether another JVM made the call or turn that is about to be judged. */
  public void setForeign(boolean isForeign) {
    foreign = isForeign;
  }

  /** Returns whether another JVM made the call or turn, and so counts it against shared budgets. */
  boolean isForeign() {
    return foreign;
  }

  /** Returns the session's key as text; empty before its first call or turn. */
  String name() {
    return name;
  }

  /** Returns the time at which the latest call or turn was judged. */
  public Instant now() {
    return Instant.ofEpochMilli(now);
  }

  /** Returns the run and the labels last reported for calls and turns. */
  public Attribution attribution() {
    return attribution;
  }

  /** Returns the mutable use of budgets and tools. */
  SessionUse use() {
    return use;
  }

  /** Counts a call that runs, if its tool has a maximum number of calls. */
  public void countRun(Call call) {
    use.countRun(call);
  }

  /** Writes the state that outlasts the recorded calls: labels and use. */
  public void writeLasting(DataOutput out) throws IOException {
    attribution.write(out);
    use.write(out);
  }

  /** Replaces the lasting state with the one that {@link #writeLasting} wrote. */
  public void readLasting(DataInput in) throws IOException {
    attribution = Attribution.read(in);
    use.read(in);
  }

  /**
   * Counts a call that is about to be judged. Its response is unknown if the latest response
   * belongs to another run: only some kinds of run, such as blocking ones, may report responses.
   *
   * @return the number of times the model already requested it in the same response
   */
  public int countInResponse(Fingerprint fingerprint) {
    boolean isOfOtherRun = !respondingRun.isEmpty() && !respondingRun.equals(attribution.run());
    responses = isOfOtherRun ? responses.unknown() : responses.withCall();
    for (Call call : calls.latest(responses.recordedCalls())) {
      if (call.fingerprint().equals(fingerprint)) {
        return call.countCopy();
      }
    }
    return 0;
  }

  /** Returns whether the calls since the end of the latest response brought news. */
  public boolean broughtNews() {
    return calls.hasNews(responses.before() + responses.recordedCalls());
  }

  /** Returns one string for all calls of a tool, so that each does not keep its own copy. */
  public String nameOf(String tool) {
    return calls.nameOf(tool);
  }

  public void record(Call call) {
    periods = periodsWith(call);
    foundCycle = null;
    responses = responses.withRecordedCall();
    if (!sizes.oneWindow()) {
      window(call).add(call);
    }
    calls.add(call);
  }

  /**
   * Adds the outcome of a call.
   *
   * @param comparable whether the arguments of the call were read completely
   * @param time the time of the outcome, in milliseconds since the epoch
   */
  public void complete(Call call, Outcome outcome, boolean comparable, long time) {
    call.complete(Call.Result.of(outcome), time);
    PastOutcome past = outcomes.add(call, outcome, comparable, sizes.outcomes());
    call.setNovelty(past.novelty(calls));
  }

  /** Returns whether a call continues the loop of a finding without anything new since. */
  public boolean continues(Detection detection, Call call, WordSet words) {
    return outcomes.continues(detection.finding(), call, words, calls);
  }

  /** Returns whether the latest equal call has a result that is not a failure. */
  public boolean lastSucceeded(Call call) {
    return calls.latestEqual(call).filter(Call::hasSucceeded).isPresent();
  }

  /** Returns the latest outcomes of a tool; at least one must have been added. */
  ToolOutcomes outcomes(Call call) {
    return new ToolOutcomes(outcomes.of(call));
  }

  /** Restarts the count of equal outcomes of a tool. */
  public void restartCounts(Call call) {
    outcomes(call).restartCounts(0);
  }

  /** Returns the latest outcomes of the program that a shell call runs, or else of the tool. */
  ToolOutcomes outcomesOfProgram(Call call) {
    return new ToolOutcomes(outcomes.ofProgram(call));
  }
}
