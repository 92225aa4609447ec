package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.detect.CycleDetector.PeriodCounts;
import io.loopsentinel.engine.detect.MaxCallsDetector.RanCalls;
import io.loopsentinel.engine.detect.SimilarTurnsDetector.RecentTurns;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.ToolPolicy.MaxCalls;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The history of a session for its detectors: calls, outcomes, turns and spending.
 *
 * <p>Not thread-safe: guarded by its session.
 */
public final class SessionHistory {

  /** Maximum number of tools with a window of their own; the least recently called is evicted. */
  private static final int MAX_WINDOWS = 128;

  /** Maximum number of accounts (a model may invent tools); the least recently used is evicted. */
  private static final int MAX_ACCOUNTS = 256;

  /** Maximum number of tools whose calls are counted; the least recently called is evicted. */
  private static final int MAX_COUNTED_TOOLS = 256;

  /** Number of equal failures from which other arguments of a tool are unlikely to help. */
  private static final int MIN_FAILURES = 7;

  /** Number of tools whose outcomes all fit; beyond that, the oldest outcomes are evicted. */
  private static final int MAX_TOOLS = 32;

  private final Sizes sizes;
  private final CallHistory calls;
  private PeriodCounts periods = PeriodCounts.NONE;
  private @Nullable Finding foundCycle;
  private final @Nullable CallHistory sharedWindow;
  private @Nullable Map<String, CallHistory> ownWindows;
  private final List<ToolOutcomes.PastOutcome> outcomes;
  private @Nullable PastFailures failures;
  private Responses responses = Responses.NONE;
  private @Nullable RecentTurns turns;
  private @Nullable Map<Account.Key, Account> spending;
  private @Nullable Map<String, RanCalls> ranCalls;
  private String name = "";
  private Attribution attribution = Attribution.NONE;
  private Instant now = Instant.EPOCH;
  private boolean foreign;

  /** Creates the history of a new session. */
  public SessionHistory(Sizes sizes) {
    this.sizes = sizes;
    this.calls = new CallHistory(sizes.window(), sizes.calls());
    this.sharedWindow = sizes.oneWindow() ? null : new CallHistory(sizes.window(), sizes.window());
    this.outcomes = new ArrayList<>(0);
  }

  /**
   * Creates a copy in which other calls may be recorded. Both share the outcomes and the model
   * turns.
   */
  public SessionHistory(SessionHistory other) {
    this(
        other,
        other.sizes,
        new CallHistory(other.calls),
        other.sharedWindow == null ? null : new CallHistory(other.sharedWindow));
    if (other.spending != null) {
      Map<Account.Key, Account> copies = new BoundedMap<>(MAX_ACCOUNTS);
      copies.putAll(other.spending);
      this.spending = copies;
    }
    if (other.ranCalls != null) {
      Map<String, RanCalls> copies = new BoundedMap<>(MAX_COUNTED_TOOLS);
      copies.putAll(other.ranCalls);
      this.ranCalls = copies;
    }
    if (other.ownWindows != null) {
      Map<String, CallHistory> copies = new BoundedMap<>(MAX_WINDOWS);
      other.ownWindows.forEach((tool, window) -> copies.put(tool, new CallHistory(window)));
      this.ownWindows = copies;
    }
  }

  private SessionHistory(
      SessionHistory other, Sizes sizes, CallHistory calls, @Nullable CallHistory sharedWindow) {
    this.sizes = sizes;
    this.calls = calls;
    this.periods = other.periods;
    this.foundCycle = other.foundCycle;
    this.outcomes = other.outcomes;
    this.failures = other.failures;
    this.responses = other.responses;
    this.turns = other.turns;
    this.spending = other.spending;
    this.ranCalls = other.ranCalls;
    this.name = other.name;
    this.attribution = other.attribution;
    this.now = other.now;
    this.foreign = other.foreign;
    this.sharedWindow = sharedWindow;
    this.ownWindows = other.ownWindows;
  }

  /** Returns an empty history of the same sizes. */
  public SessionHistory emptied() {
    return new SessionHistory(sizes);
  }

  /** Returns this history, or one that continues it with other sizes. */
  public SessionHistory resized(Sizes next) {
    if (Objects.equals(next, sizes)) { // One object until a reload; the JVM links equals slowly.
      return this;
    }
    CallHistory window = sharedWindow == null ? calls : sharedWindow;
    return new SessionHistory(
        this,
        next,
        calls.resized(next.window(), next.calls()),
        next.oneWindow() ? null : window.resized(next.window(), next.window()));
  }

  /**
   * The sizes of a history.
   *
   * @param window the number of calls in which equal calls of tools without an override are counted
   * @param calls the number of calls of all tools that are kept
   * @param oneWindow whether the window is the end of these calls; no tool has a window of its own
   * @param maxPeriod the length of the longest block of calls to find, 0 for none
   * @param outcomes the number of outcomes of each tool that are kept
   */
  public record Sizes(int window, int calls, boolean oneWindow, int maxPeriod, int outcomes) {

    /** Returns the sizes for a configuration. */
    public static Sizes of(EngineSettings settings, List<Detector> detectors) {
      int window = settings.defaults().limits().windowSize();
      int calls = window;
      int maxPeriod = 0;
      int outcomes = ToolOutcomes.MIN_KEPT;
      for (Detector detector : detectors) {
        DetectorTraits traits = detector.traits();
        calls = Math.max(calls, traits.calls());
        maxPeriod = Math.max(maxPeriod, traits.maxPeriod());
        outcomes = Math.max(outcomes, traits.outcomes());
      }
      boolean noOverrides = settings.overrides().stream().allMatch(each -> each.policy().exempt());
      boolean oneWindow = noOverrides && (window == calls || window <= CallHistory.MAX_SCANNED);
      return new Sizes(window, calls, oneWindow, maxPeriod, outcomes);
    }
  }

  /**
   * The model response that calls belong to. Immutable.
   *
   * <p>A model may request the same call several times in one response; it repeats itself only
   * after it has read the answer. If no target of kind {@code turn} reports responses, or none has
   * for a long time, calls belong to no known response and each is judged by itself.
   *
   * @param latest the number of the latest response
   * @param calls the number of calls judged since then
   * @param recorded the number of them that run or have run
   */
  public record Responses(int latest, int calls, int recorded) {

    public static final int UNKNOWN = 0;

    static final Responses NONE = new Responses(UNKNOWN, 0, 0);

    /** Maximum number of calls of one response; more come from another model, without a target. */
    private static final int MAX_CALLS = 32;

    /** Returns the state after another response, to which later calls belong. */
    Responses next() {
      return new Responses(latest == Integer.MAX_VALUE ? 1 : latest + 1, 0, 0);
    }

    /** Returns the state after another call that is about to be judged. */
    Responses withCall() {
      return current() == UNKNOWN ? this : new Responses(latest, calls + 1, recorded);
    }

    Responses withRecordedCall() {
      return current() == UNKNOWN ? this : new Responses(latest, calls, recorded + 1);
    }

    /** Returns the number of the response that calls belong to now, or {@link #UNKNOWN}. */
    public int current() {
      return calls > MAX_CALLS ? UNKNOWN : latest;
    }

    int recordedCalls() {
      return current() == UNKNOWN ? 0 : recorded;
    }
  }

  /** Returns the latest calls of all tools. */
  public CallHistory calls() {
    return calls;
  }

  PeriodCounts periods() {
    return periods;
  }

  /** Returns the block of calls that was found, if no call has run since. */
  @Nullable Finding foundCycle() {
    return foundCycle;
  }

  void setFoundCycle(Finding cycle) {
    foundCycle = cycle;
  }

  /**
   * Returns how many times a call was made before in a block that repeats without a break,
   * including evicted copies; 0 if the block is longer than the maximum period.
   */
  int copiesBefore(Call call) {
    return periods.copiesBefore(call.fingerprint(), calls.latest(sizes.maxPeriod()));
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

  /** Returns the response that calls belong to. */
  public Responses responses() {
    return responses;
  }

  /** Records a model response; later calls belong to it. */
  public void responded() {
    responses = responses.next();
  }

  /** Forgets that nearly equal calls failed before, because one has succeeded. */
  void succeeded(Call call, Outcome outcome) {
    if (failures != null) {
      failures.succeeded(call, outcome);
    }
  }

  /** Returns the latest failures of all tools. */
  PastFailures failures() {
    if (failures == null) {
      failures = new PastFailures();
    }
    return failures;
  }

  /** Returns the latest model turns. */
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
   * @param time the time of judgement
   */
  public void attribute(String session, Attribution latest, Instant time) {
    name = session;
    now = time;
    attribution = latest.or(attribution);
  }

  /** Sets whether another JVM made the call or turn that is about to be judged. */
  public void setForeign(boolean isForeign) {
    foreign = isForeign;
  }

  /** Returns whether another JVM made the call or turn, and counts it against shared budgets. */
  boolean isForeign() {
    return foreign;
  }

  /** Returns the session's key as text; empty before its first call or turn. */
  String name() {
    return name;
  }

  /** Returns the time at which the latest call or turn was judged. */
  Instant now() {
    return now;
  }

  /** Returns the run and the labels last reported for calls and turns. */
  public Attribution attribution() {
    return attribution;
  }

  /** Returns the mutable accounts of the session's own budgets. */
  Map<Account.Key, Account> spending() {
    if (spending == null) {
      spending = new BoundedMap<>(MAX_ACCOUNTS);
    }
    return spending;
  }

  /** Returns the calls that ran of a tool with a maximum number of calls. */
  RanCalls ranCalls(String tool) {
    return ranCalls == null ? RanCalls.NONE : ranCalls.getOrDefault(tool, RanCalls.NONE);
  }

  /** Counts a call that runs, if its tool has a maximum number of calls. */
  public void countRun(Call call) {
    MaxCalls max = call.policy().limits().maxCalls();
    if (max != null) {
      if (ranCalls == null) {
        ranCalls = new BoundedMap<>(MAX_COUNTED_TOOLS);
      }
      ranCalls.put(call.tool(), ranCalls(call.tool()).with(call, max));
    }
  }

  /**
   * Counts a call that is about to be judged.
   *
   * @return how many times the model already requested it in the same response
   */
  public int countInResponse(Fingerprint fingerprint) {
    responses = responses.withCall();
    for (Call call : calls.latest(responses.recordedCalls())) {
      if (call.fingerprint().equals(fingerprint)) {
        return call.countCopy();
      }
    }
    return 0;
  }

  /** Returns whether the calls of the latest response brought news. */
  public boolean broughtNews() {
    return calls.hasNews(responses.recordedCalls());
  }

  /** Records a call that runs. */
  public void record(Call call) {
    periods = periods.with(call.fingerprint(), calls.latest(sizes.maxPeriod()));
    foundCycle = null;
    call.setWords(WordSet.EMPTY);
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
    List<ToolOutcomes.PastOutcome> ofTool = outcomesOf(call);
    ToolOutcomes.PastOutcome past = new ToolOutcomes.PastOutcome(call, outcome, comparable, ofTool);
    List<ToolOutcomes.PastOutcome> ofProgram =
        call.form().isShell() ? outcomesOf(Call::actor, call) : ofTool;
    Call.Result result = Call.Result.of(outcome);
    if (past.isEmptySearch()) {
      call.markVain();
    }
    call.complete(result, noveltyOf(call, result, past), time);
    if (ofProgram.size() >= sizes.outcomes()) {
      outcomes.remove(ofProgram.get(ofProgram.size() - 1));
    } else if (outcomes.size() >= MAX_TOOLS * sizes.outcomes()) {
      outcomes.remove(0);
    }
    outcomes.add(past);
  }

  /** Returns whether a call that has just run made progress. */
  private Call.Novelty noveltyOf(Call call, Call.Result result, ToolOutcomes.PastOutcome past) {
    boolean serves =
        result.isAcknowledgement()
            && calls.hasEarlierSuccess(call)
            && calls.hasNewsFromOthers(call.fingerprint());
    if (result.kind() == Outcome.Kind.WAITING || serves) {
      return Call.Novelty.UNKNOWN;
    }
    boolean nothingNew =
        switch (result.kind()) {
          case WAITING -> false;
          case FAILURE -> true;
          case ANSWER ->
              past.mayAcknowledge()
                  ? calls.hasEarlierSuccess(call)
                  : calls.hasEarlierAnswer(call, result);
          case SILENCE, ACKNOWLEDGEMENT, ECHO ->
              past.isEmptySearch() || calls.hasEarlierSuccess(call);
        };
    if (nothingNew) {
      return call.isPatient() ? Call.Novelty.UNKNOWN : Call.Novelty.NONE;
    }
    return past.isWriting() ? Call.Novelty.NEW_WRITE : Call.Novelty.NEW_RESULT;
  }

  /**
   * Returns whether a call is equal or similar to one of a loop, and nothing new has come since.
   *
   * @param detection a finding about outcomes of the tool
   * @param words the words of the call's arguments
   */
  public boolean continues(Detection detection, Call call, WordSet words) {
    Finding finding = detection.finding();
    if (SimilarCallsDetector.isOfSearches(finding.loop())) {
      return outcomesOf(call).stream().allMatch(ToolOutcomes.PastOutcome::isEmptySearch);
    }
    for (ToolOutcomes.PastOutcome past : outcomesOf(call)) {
      if (past.isMemberOf(finding)
          && past.call().actor().equals(call.actor())
          && (past.call().isSameAs(call)
              || past.isNear(words)
              || SimilarCallsDetector.isSameInMeaning(finding, past, words)
              || hasNeverWorked(finding, call))) {
        return !calls.hasNewsBetween(past.call(), call);
      }
    }
    return false;
  }

  /** Returns whether a tool failed in each of its calls, always as a finding says. */
  private boolean hasNeverWorked(Finding finding, Call call) {
    List<ToolOutcomes.PastOutcome> ofTool = outcomesOf(call);
    return ofTool.size() >= MIN_FAILURES
        && ofTool.stream().allMatch(past -> past.isFailureOf(finding));
  }

  /** Returns whether the latest equal call has a result that is not a failure. */
  public boolean lastSucceeded(Call call) {
    return calls.latestEqual(call).filter(Call::hasSucceeded).isPresent();
  }

  /** Returns the latest outcomes of a tool; at least one must have been added. */
  ToolOutcomes outcomes(Call call) {
    return new ToolOutcomes(outcomesOf(call));
  }

  /** Counts equal outcomes of a tool from zero. */
  public void restartCounts(Call call) {
    outcomes(call).restartCounts(0);
  }

  /** Returns the latest outcomes of the program that a call of a shell runs, else of its tool. */
  ToolOutcomes outcomesOfProgram(Call call) {
    return new ToolOutcomes(outcomesOf(Call::actor, call));
  }

  private List<ToolOutcomes.PastOutcome> outcomesOf(Call call) {
    return outcomesOf(Call::tool, call);
  }

  private List<ToolOutcomes.PastOutcome> outcomesOf(Function<Call, String> key, Call call) {
    String wanted = key.apply(call);
    List<ToolOutcomes.PastOutcome> found = new ArrayList<>(sizes.outcomes());
    for (int i = outcomes.size() - 1; i >= 0; i--) {
      if (key.apply(outcomes.get(i).call()).equals(wanted)) {
        found.add(outcomes.get(i));
      }
    }
    return found;
  }
}
