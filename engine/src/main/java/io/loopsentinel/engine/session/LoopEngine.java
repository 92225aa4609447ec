package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.budget.Standing;
import io.loopsentinel.engine.call.DispatchedTools;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.call.ToolRules;
import io.loopsentinel.engine.detect.Budgets;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.Detector;
import io.loopsentinel.engine.detect.Detectors;
import io.loopsentinel.engine.detect.HistorySizes;
import io.loopsentinel.engine.detect.WaitingDetector;
import io.loopsentinel.engine.gate.Effects;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.reuse.KeptResults;
import io.loopsentinel.engine.session.view.Eviction;
import io.loopsentinel.engine.session.view.SessionKey;
import io.loopsentinel.engine.session.view.SessionState;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges the tool calls and {@link #turns} of all sessions.
 *
 * <p>Session keys are compared by {@code equals}, which must be quick, and are kept as long as
 * their session. A key that is a text of more than 128 characters is kept as its hash.
 *
 * <p>Thread-safe: of N identical calls at the same moment exactly {@code threshold} pass. In mode
 * {@code observe} loops are found and counted in the same way, but every call runs and is recorded,
 * and no session ends. When the mode returns to {@code enforce}, sessions that had been ended are
 * ended again.
 *
 * <p>Methods that judge throw {@link IllegalStateException} if another thread holds the session's
 * lock for two seconds, which only a defect can cause.
 */
public final class LoopEngine {

  private final EngineSettings settings;
  private final EngineState state;
  private final CachedSessions sessions;
  private final CallReading reading;
  private final Turns turns;
  private final RunEnds runEnds;
  private final Budgets budgets;
  private final SessionEvents events;
  private final Effects effects;
  private final EffectCalls effectCalls;
  private final @Nullable Sharing sharing;
  private final KeptResults keptResults;

  public LoopEngine(EngineSettings settings, Fingerprinter fingerprinter) {
    this(
        settings,
        new RuntimeSwitches(settings.mode()),
        fingerprinter,
        eviction -> {},
        new SpendingStore(),
        InstantSource.system());
  }

  /**
   * Creates an engine without sessions.
   *
   * @param controls the mode, which may change
   * @param evictionListener notified of each session that is dropped to bound memory, on the thread
   *     of the call that causes it; must not block
   * @param spending the store of budgets that several sessions share
   * @param clock the time at which calls are judged
   */
  public LoopEngine(
      EngineSettings settings,
      RuntimeSwitches controls,
      Fingerprinter fingerprinter,
      Consumer<Eviction> evictionListener,
      SpendingStore spending,
      InstantSource clock) {
    this(
        sizes -> new CachedSessions(settings.sessions(), sizes, evictionListener, System::nanoTime),
        settings,
        new EngineState(
            controls,
            fingerprinter,
            clock,
            new AtomicBoolean(),
            new AtomicBoolean(),
            new DispatchedTools(),
            new AtomicLong()),
        new Budgets(settings.budget(), spending),
        new Effects(clock),
        null);
  }

  private LoopEngine(
      Function<HistorySizes, CachedSessions> sessionStore,
      EngineSettings settings,
      EngineState state,
      Budgets budgets,
      Effects effects,
      @Nullable Sharing sharing) {
    this.settings = settings;
    this.state = state;
    this.budgets = budgets;
    this.effects = effects;
    this.sharing = sharing;
    ToolRules rules = new ToolRules(settings);
    this.reading = new CallReading(settings, rules, state.fingerprinter());
    List<Detector> detectors = Detectors.of(settings, rules, budgets);
    this.sessions = sessionStore.apply(HistorySizes.of(settings, detectors));
    long spacing = 1_000L * settings.detector(WaitingDetector.Settings.DEFAULT).spacingSeconds();
    Judge judge = new Judge(settings, detectors, budgets, state, spacing);
    EventFormat format =
        new EventFormat(rules, sharing == null ? 0 : settings.toString().hashCode());
    this.events =
        new SessionEvents(
            sessions, judge, budgets, state.clock(), settings.sessions(), format, sharing);
    this.runEnds = new RunEnds(sessions, judge, settings.abortAt());
    this.turns = new Turns(settings.defaults(), sessions, judge, events);
    this.effectCalls =
        new EffectCalls(effects, sessions, events, judge, state, settings.sessions().idleTimeout());
    this.keptResults =
        new KeptResults(
            settings.overrides().stream()
                .flatMap(each -> Stream.ofNullable(each.policy().limits().reuse()))
                .toList(),
            state.clock());
  }

  /**
   * Returns an engine with other settings that takes over the sessions of this one. Outcomes of
   * calls that this engine has judged may still be passed to this engine.
   *
   * <p>Histories and ladders are kept; a larger window fills from then on. The mode is kept,
   * because it may have been switched.
   */
  public LoopEngine withSettings(EngineSettings others) {
    return with(others, effects, sharing);
  }

  /** Returns an engine that takes over these sessions and shares them with other JVMs. */
  public LoopEngine sharing(Sharing others) {
    return with(settings, effects.in(others.store(), others.onUnreadable()), others);
  }

  /** Returns the sharing of sessions; {@code null} if they are not shared. */
  public @Nullable Sharing sharing() {
    return sharing;
  }

  private LoopEngine with(EngineSettings others, Effects newEffects, @Nullable Sharing shared) {
    LoopEngine next =
        new LoopEngine(
            sizes -> {
              sessions.resize(others.sessions(), sizes);
              return sessions;
            },
            others,
            state,
            budgets.with(others.budget()),
            newEffects,
            shared);
    keptResults.replaceBy(next.keptResults);
    next.reading.takeOver(reading);
    return next;
  }

  /** Returns the labels last reported for a session. */
  public Attribution attribution(Object sessionKey) {
    return sessions.in(sessionKey, session -> session.history().attribution());
  }

  /** Sets the labels of a session before its first call or turn. */
  public void attribute(Object sessionKey, Attribution attribution) {
    boolean unused = events.perform(sessionKey, new SessionEvent.Attributed(attribution));
  }

  /** Returns the use of budgets that several sessions share, the most used first. */
  public List<Standing> standings() {
    return budgets.standings(state.clock().instant());
  }

  public Budgets budgets() {
    return budgets;
  }

  public RuntimeSwitches controls() {
    return state.controls();
  }

  public CallReading reading() {
    return reading;
  }

  public Turns turns() {
    return turns;
  }

  public KeptResults keptResults() {
    return keptResults;
  }

  public RunEnds runEnds() {
    return runEnds;
  }

  /** Computes the identity of a call with any object as its arguments. */
  public ToolCall identify(String tool, @Nullable Object arguments) {
    return reading.identify(tool, arguments);
  }

  /** Returns the facts for a message about a detection of a call, with its arguments. */
  public LoopReport report(Object sessionKey, ToolCall call, Detection detection) {
    return new LoopReport(
        call.tool(),
        call.fingerprint(),
        detection,
        true,
        call.policy(),
        () -> reading.show(call.arguments()),
        sessionKey.toString());
  }

  /** Takes the next number in the sequence of decisions, for an event to be ordered among them. */
  public long nextNumber() {
    return state.number(1);
  }

  /** Judges a call before it runs, and records it if it runs. */
  public Decision judge(Object sessionKey, ToolCall call) {
    if (call.policy().exempt()) {
      return new Decision.Pass(nextNumber(), null);
    }
    return EffectCalls.has(call)
        ? effectCalls.judge(sessionKey, call)
        : events.perform(sessionKey, new SessionEvent.Asked(call));
  }

  /**
   * Records a refused call that a person or the application has allowed.
   *
   * @return a pass, or the decision that terminated the session in the meantime
   */
  public Decision allow(Object sessionKey, ToolCall call) {
    return effectCalls.allow(sessionKey, call);
  }

  /**
   * Decides again about a call that has waited for a person, and records it if it runs.
   *
   * @param asked the decision that made it wait
   * @return the decision with that action, or a refusal if the session was terminated or the effect
   *     claimed in the meantime; with the numbers of the first decision and of the answer
   */
  public Decision.Found resume(
      Object sessionKey, ToolCall call, Decision.Found asked, Action action) {
    if (!action.runsCall()) {
      return asked.with(action, null).numbered(asked.sequence(), nextNumber());
    }
    Decision allowed = effectCalls.approve(sessionKey, call, asked);
    Decision.Found resumed =
        allowed instanceof Decision.Found refused
            ? refused
            : asked.with(action, allowed.recorded());
    return resumed.numbered(asked.sequence(), allowed.sequence());
  }

  /**
   * Judges calls that are dispatched together, before they run: in order, each as if those before
   * it had run. If one is stopped, none runs and none is recorded.
   *
   * @param batch the calls in order; exempt calls pass
   * @return a decision for each call, or for the calls up to the stopped one; their numbers are
   *     consecutive
   */
  public List<Decision> judgeBatch(Object sessionKey, List<ToolCall> batch) {
    return batch.stream().anyMatch(EffectCalls::has)
        ? effectCalls.judgeBatch(sessionKey, batch)
        : events.perform(sessionKey, new SessionEvent.AskedTogether(batch));
  }

  /** Reopens a session that was terminated. */
  public void reopen(Object sessionKey) {
    boolean unused = events.perform(sessionKey, new SessionEvent.Reopened());
  }

  /**
   * Records the result of a call, and judges it.
   *
   * @param result the result that the model reads; {@code null} is no text
   * @return {@code warn} or {@code observe} for this result, or {@code null}. Stricter actions wait
   *     for the tool's next call
   */
  public Decision.@Nullable Found outcome(RecordedCall recorded, @Nullable Object result) {
    return judgeOutcome(recorded, reading.readOutcome(recorded, result), result).found();
  }

  /** Records the failure of a call, an exception or a text, and judges it as {@link #outcome}. */
  public Decision.@Nullable Found outcomeFailed(RecordedCall recorded, @Nullable Object failure) {
    return judgeOutcome(recorded, reading.readFailure(recorded, failure), null).found();
  }

  /** Records the outcome of a call with its result, if any, and judges it as {@link #outcome}. */
  public Decision judgeOutcome(RecordedCall recorded, Outcome outcome, @Nullable Object result) {
    effectCalls.complete(recorded, outcome, result instanceof String text ? text : null);
    return events.complete(recorded, outcome);
  }

  /** Records that the outcome of a call was not seen. */
  public void outcomeUnseen(RecordedCall recorded) {
    effectCalls.complete(recorded, null, null);
  }

  /**
   * Records that a call has not begun: the application stopped it, or its result is a source
   * without a subscriber.
   */
  public void notBegun(RecordedCall recorded) {
    effectCalls.release(recorded);
  }

  /** Judges the effect of a postponed call as it begins; {@code null} if it may happen. */
  public Decision.@Nullable Found begin(Object sessionKey, RecordedCall recorded) {
    return effectCalls.begin(sessionKey, recorded);
  }

  /** Terminates a session for a reason. */
  public void end(Object sessionKey, Decision.Found found) {
    boolean unused = events.perform(sessionKey, new SessionEvent.Ended(found));
  }

  /** Terminates a session by the decision of an operator. */
  public void end(Object sessionKey) {
    boolean unused = events.perform(sessionKey, new SessionEvent.Stopped());
  }

  /** Drops a session; returns whether it had been terminated. */
  public boolean reset(Object sessionKey) {
    effectCalls.restart(sessionKey);
    keptResults.forget(SessionKey.bounded(sessionKey));
    return events.restart(sessionKey);
  }

  /**
   * Returns a snapshot of the states of all sessions by their keys, except for those whose lock
   * another thread holds for two seconds.
   */
  public Map<Object, SessionState> sessions() {
    return sessions.states(events::state);
  }
}
