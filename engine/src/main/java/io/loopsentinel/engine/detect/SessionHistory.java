package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.budget.Account;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.detect.CycleDetector.PeriodCounts;
import io.loopsentinel.engine.detect.SimilarTurnsDetector.RecentTurns;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.EngineSettings;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is kept of a session for its detectors: calls, outcomes, turns and what was spent.
 *
 * <p>Not thread-safe: its session guards it.
 */
public final class SessionHistory {

  /** Tools with a window of their own; the one longest not called is forgotten. */
  private static final int MAX_WINDOWS = 128;

  /** A model invents tool names; the calls of the one longest not called are forgotten. */
  private static final int MAX_ACCOUNTS = 256;

  /** There is room for all outcomes of so many tools; beyond, the oldest of any are forgotten. */
  private static final int MAX_TOOLS = 32;

  private final Sizes sizes;
  private final CallHistory calls;
  private PeriodCounts periods = PeriodCounts.NONE;
  private final @Nullable CallHistory sharedWindow;
  private @Nullable Map<String, CallHistory> ownWindows;
  private final List<ToolOutcomes.PastOutcome> outcomes;
  private Responses responses = Responses.NONE;
  private @Nullable RecentTurns turns;
  private @Nullable Map<Account.Key, Account> spending;
  private String name = "";
  private Attribution attribution = Attribution.NONE;
  private Instant now = Instant.EPOCH;

  /** Creates the history of a session without calls. */
  public SessionHistory(Sizes sizes) {
    this.sizes = sizes;
    this.calls = new CallHistory(sizes.window(), sizes.calls());
    this.sharedWindow = sizes.oneWindow() ? null : new CallHistory(sizes.window(), sizes.window());
    this.outcomes = new ArrayList<>(0);
  }

  /**
   * Creates a copy in which other calls may be recorded. Their outcomes and the model's turns are
   * those of both.
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
    this.outcomes = other.outcomes;
    this.responses = other.responses;
    this.turns = other.turns;
    this.spending = other.spending;
    this.name = other.name;
    this.attribution = other.attribution;
    this.now = other.now;
    this.sharedWindow = sharedWindow;
    this.ownWindows = other.ownWindows;
  }

  /** Returns this history, or what goes on in its place with other sizes. */
  public SessionHistory resized(Sizes next) {
    if (next.equals(sizes)) {
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
   * How much of a session is kept.
   *
   * @param window the number of calls in which equal ones are counted, of tools without an override
   * @param calls the number of calls of all tools that are kept
   * @param oneWindow whether the window is the end of these calls: no tool has a window of its own
   * @param maxPeriod the longest block of calls that is looked for, 0 where none is
   * @param outcomes the number of outcomes of each tool that are kept
   */
  public record Sizes(int window, int calls, boolean oneWindow, int maxPeriod, int outcomes) {

    /** Returns the sizes that a configuration asks for. */
    public static Sizes of(EngineSettings settings, List<Detector> detectors) {
      int window = settings.defaults().windowSize();
      int calls = detectors.stream().mapToInt(Detector::calls).reduce(window, Math::max);
      boolean noOverrides = settings.overrides().stream().allMatch(each -> each.policy().exempt());
      int maxPeriod = 0;
      int outcomes = ToolOutcomes.MIN_KEPT;
      for (Detector detector : detectors) {
        if (detector instanceof CycleDetector cycle) {
          maxPeriod = cycle.settings().maxPeriod();
        } else if (detector instanceof SimilarCallsDetector similar) {
          outcomes = Math.max(outcomes, similar.settings().compareLast());
        }
      }
      boolean oneWindow = noOverrides && (window == calls || window <= CallHistory.MAX_SCANNED);
      return new Sizes(window, calls, oneWindow, maxPeriod, outcomes);
    }
  }

  /**
   * Which response of the model a call belongs to. Immutable.
   *
   * <p>A model may ask for the same call several times in one response; it repeats itself only once
   * it has read the answer. Where no target of kind {@code turn} tells of responses, or none has
   * for long, calls belong to no known one and each is judged by itself.
   *
   * @param latest the number of the latest response
   * @param calls how many calls were judged since
   * @param recorded how many of them run or have run
   */
  public record Responses(int latest, int calls, int recorded) {

    public static final int UNKNOWN = 0;

    static final Responses NONE = new Responses(UNKNOWN, 0, 0);

    /**
     * More calls than this are not asked for at once: another model, with no target, is at work.
     */
    private static final int MAX_CALLS = 32;

    /** Returns what holds after one more response; calls from then on belong to it. */
    Responses next() {
      return new Responses(latest == Integer.MAX_VALUE ? 1 : latest + 1, 0, 0);
    }

    /** Returns what holds after one more call that is about to be judged. */
    Responses withCall() {
      return current() == UNKNOWN ? this : new Responses(latest, calls + 1, recorded);
    }

    Responses withRecordedCall() {
      return current() == UNKNOWN ? this : new Responses(latest, calls, recorded + 1);
    }

    /** Returns the number of the response that calls belong to by now, or {@link #UNKNOWN}. */
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

  /**
   * Returns how often a call was made before in a block that repeats without a break, forgotten
   * copies included; 0 for a block longer than those that are looked for.
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
    int size = call.policy().windowSize();
    CallHistory window =
        ownWindows.computeIfAbsent(call.tool(), tool -> calls.windowOf(tool, size));
    if (window.windowSize() != size) {
      window = window.resized(size, size);
      ownWindows.put(call.tool(), window);
    }
    return window;
  }

  /** Returns which response of the model calls belong to. */
  public Responses responses() {
    return responses;
  }

  /** Takes in a response of the model; calls from now on belong to it. */
  public void responded() {
    responses = responses.next();
  }

  /** Returns the latest turns of the model. */
  public RecentTurns turns() {
    if (turns == null) {
      turns = new RecentTurns();
    }
    return turns;
  }

  /**
   * Takes in whose the call or turn is that is about to be judged. Labels that are not told again
   * stay.
   *
   * @param session the session's key as text
   * @param time when it is judged
   */
  public void attribute(String session, Attribution latest, Instant time) {
    name = session;
    now = time;
    attribution = latest.or(attribution);
  }

  /** Returns the session's key as text; empty before its first call or turn. */
  String name() {
    return name;
  }

  /** Returns when the latest call or turn was judged. */
  Instant now() {
    return now;
  }

  /** Returns whose the calls and turns are. */
  public Attribution attribution() {
    return attribution;
  }

  /** Returns what the session has used of budgets of its own, to be changed. */
  Map<Account.Key, Account> spending() {
    if (spending == null) {
      spending = new BoundedMap<>(MAX_ACCOUNTS);
    }
    return spending;
  }

  /**
   * Takes in a call that is about to be judged.
   *
   * @return whether the model asked for it before, in the response that this one is of
   */
  public boolean isAskedForTwice(Fingerprint fingerprint) {
    responses = responses.withCall();
    return calls.isAmongLatest(fingerprint, responses.recordedCalls());
  }

  /** Returns whether the calls of the latest response brought something new. */
  public boolean broughtNews() {
    return calls.hasNews(responses.recordedCalls());
  }

  /** Records a call that runs. */
  public void record(Call call) {
    periods = periods.with(call.fingerprint(), calls.latest(sizes.maxPeriod()));
    responses = responses.withRecordedCall();
    if (!sizes.oneWindow()) {
      window(call).add(call);
    }
    calls.add(call);
  }

  /**
   * Adds the outcome of a call.
   *
   * @param comparable whether the arguments of the call were read as a whole
   */
  public void complete(Call call, Outcome outcome, boolean comparable) {
    List<ToolOutcomes.PastOutcome> ofTool = outcomesOf(call.tool());
    ToolOutcomes.PastOutcome past = new ToolOutcomes.PastOutcome(call, outcome, comparable, ofTool);
    Call.Result result = Call.Result.of(outcome);
    call.complete(result, noveltyOf(call, result, past));
    if (ofTool.size() >= sizes.outcomes()) {
      outcomes.remove(ofTool.get(ofTool.size() - 1));
    } else if (outcomes.size() >= MAX_TOOLS * sizes.outcomes()) {
      outcomes.remove(0);
    }
    outcomes.add(past);
  }

  /** Returns whether a call that has just run got the run any further. */
  private Call.Novelty noveltyOf(Call call, Call.Result result, ToolOutcomes.PastOutcome past) {
    boolean serves =
        result.acknowledgement()
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
          case SILENCE, ACKNOWLEDGEMENT, ECHO -> past.isEmptySearch() || calls.hasEarlierSuccess(call);
        };
    if (nothingNew) {
      return Call.Novelty.NONE;
    }
    return past.isWriting() ? Call.Novelty.NEW_WRITE : Call.Novelty.NEW_RESULT;
  }

  /**
   * Returns whether a call is equal, or nearly equal in its arguments, to a kept one of its tool.
   *
   * @param words the words of its arguments
   */
  public boolean isLikeEarlier(Call call, WordSet words) {
    return calls.isAmongLatest(call.fingerprint(), calls.size())
        || outcomesOf(call.tool()).stream().anyMatch(past -> past.isNear(words));
  }

  /** Returns whether the latest result of the same call is known and no failure. */
  public boolean lastSucceeded(Call call) {
    return calls.latestEqual(call).filter(Call::hasSucceeded).isPresent();
  }

  /** Returns the latest outcomes of a tool; at least one was added. */
  ToolOutcomes outcomes(String tool) {
    return new ToolOutcomes(outcomesOf(tool));
  }

  private List<ToolOutcomes.PastOutcome> outcomesOf(String tool) {
    List<ToolOutcomes.PastOutcome> ofTool = new ArrayList<>(0);
    for (int i = outcomes.size() - 1; i >= 0; i--) {
      if (outcomes.get(i).call().tool().equals(tool)) {
        ofTool.add(outcomes.get(i));
      }
    }
    return ofTool;
  }
}
