package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.budget.Standing;
import io.loopsentinel.engine.detect.Budgets;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.Detector;
import io.loopsentinel.engine.detect.Detectors;
import io.loopsentinel.engine.detect.SessionHistory;
import io.loopsentinel.engine.detect.ToolRules;
import io.loopsentinel.engine.identity.CallIdentity;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.UsedPaths;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.OutcomeReader;
import io.loopsentinel.engine.outcome.VolatileTokens;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.settings.EngineSettings;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Judges the calls of all sessions, and their {@link #turns}; knows nothing of instrumentation.
 *
 * <pre>{@code
 * LoopEngine engine =
 *     new LoopEngine(EngineSettings.DEFAULT, new Fingerprinter(FieldAccess.toOpenPackages()));
 *
 * ToolCall call = engine.identify("search", Map.of("query", "late orders"));
 * Ruling ruling = engine.judge("conversation-7", call);
 * if (ruling instanceof Ruling.Found found && !found.action().runsCall()) {
 *   return Messages.hint(engine.report("conversation-7", call, found.decisive()));
 * }
 * String result = search("late orders");
 * if (ruling.recorded() != null) {
 *   engine.outcome(ruling.recorded(), result);
 * }
 * }</pre>
 *
 * <p>Session keys are compared by {@code equals}, which must be quick, and kept as long as the
 * session is remembered; a text of more than 128 characters is kept as its hash.
 *
 * <p>Thread-safe: of N identical calls at the same moment exactly {@code threshold} pass. In mode
 * {@code observe} everything is found and counted in the same way, but nothing is done: every call
 * runs and is recorded, and no session ends. Set back to {@code enforce}, sessions that had been
 * ended before are so again.
 *
 * <p>Methods that judge throw {@link IllegalStateException} if the session is locked by another
 * thread for two seconds, which a defect alone can cause.
 */
public final class LoopEngine {

  /** Characters of the arguments that a message quotes. */
  private static final int QUOTED_ARGUMENTS = 200;

  private final RuntimeSwitches controls;
  private final ToolRules rules;
  private final SessionStore sessions;
  private final Fingerprinter fingerprinter;
  private final IdentityRule redacted;
  private final OutcomeReader outcomes;
  private final Judge judge;
  private final Turns turns;
  private final RunEnds runEnds;
  private final Budgets budgets;
  private final InstantSource clock;
  private final AtomicBoolean told;
  private final UsedPaths usedPaths = new UsedPaths();

  /**
   * A session that was forgotten to keep memory bounded; its next call begins a new one.
   *
   * @param session its key as text
   * @param idle whether it was idle for too long; else there were too many sessions
   */
  public record Eviction(String session, boolean idle) {}

  /** Creates an engine without sessions. */
  public LoopEngine(EngineSettings settings, Fingerprinter fingerprinter) {
    this(
        settings,
        new RuntimeSwitches(settings.mode()),
        fingerprinter,
        eviction -> {},
        new MemorySpending(),
        InstantSource.system());
  }

  /**
   * Creates an engine without sessions.
   *
   * @param controls its mode, which may change
   * @param evictions told of each session that is forgotten to keep memory bounded, on the thread
   *     of whatever call that falls to; must be quick
   * @param spending of budgets that are not one session's
   * @param clock tells when calls are judged
   */
  public LoopEngine(
      EngineSettings settings,
      RuntimeSwitches controls,
      Fingerprinter fingerprinter,
      Consumer<Eviction> evictions,
      SpendingStore spending,
      InstantSource clock) {
    this(
        sizes -> new CachedSessions(settings.sessions(), sizes, evictions, System::nanoTime),
        settings,
        controls,
        fingerprinter,
        new Budgets(settings.budget(), spending),
        clock,
        new AtomicBoolean());
  }

  private LoopEngine(
      Function<SessionHistory.Sizes, SessionStore> store,
      EngineSettings settings,
      RuntimeSwitches controls,
      Fingerprinter fingerprinter,
      Budgets budgets,
      InstantSource clock,
      AtomicBoolean told) {
    this.controls = controls;
    this.clock = clock;
    this.told = told;
    this.rules = new ToolRules(settings);
    this.fingerprinter = fingerprinter;
    this.redacted = settings.redacted();
    this.outcomes = new OutcomeReader(new VolatileTokens(settings.volatilePatterns()));
    this.budgets = budgets;
    List<Detector> detectors = Detectors.of(settings, rules, budgets);
    this.judge = new Judge(settings, detectors, budgets, controls);
    this.sessions = store.apply(SessionHistory.Sizes.of(settings, detectors));
    this.runEnds = new RunEnds(sessions, judge, settings.abortAt());
    this.turns = new Turns(settings.defaults(), sessions, judge, budgets, clock, told);
  }

  /**
   * Returns an engine with other settings that goes on with the sessions of this one, to be used in
   * its place. Calls that this one has judged may still have their outcomes judged by it.
   *
   * <p>Histories and ladders go on from where they are; a window that has grown fills from then on.
   * The mode stays as it is, for it may have been switched.
   */
  public LoopEngine withSettings(EngineSettings settings) {
    return new LoopEngine(
        sizes -> {
          sessions.resize(settings.sessions(), sizes);
          return sessions;
        },
        settings,
        controls,
        fingerprinter,
        budgets.with(settings.budget()),
        clock,
        told);
  }

  /** Returns whose the latest call or turn of a session was, as far as all of them told. */
  public Attribution attribution(Object sessionKey) {
    return sessions.in(sessionKey, session -> session.history().attribution());
  }

  /** Takes in whose the calls and turns of a session are, before the first of them. */
  public void attribute(Object sessionKey, Attribution attribution) {
    sessions.run(
        sessionKey,
        session ->
            session.history().attribute(SessionKey.text(sessionKey), attribution, clock.instant()));
  }

  /** Returns how much of budgets is used that are not one session's, the most used first. */
  public List<Standing> standings() {
    return budgets.standings(clock.instant());
  }

  /** Returns what budgets have spent. */
  public Budgets budgets() {
    return budgets;
  }

  /** Returns what can be switched. */
  public RuntimeSwitches controls() {
    return controls;
  }

  /** Returns what judges the turns of the same sessions. */
  public Turns turns() {
    return turns;
  }

  /** Returns the ends of runs that wait for a request. */
  public RunEnds runEnds() {
    return runEnds;
  }

  /** Returns the paths of {@code identity} that have named no argument of any call so far. */
  public List<UsedPaths.Unused> unusedPaths() {
    return usedPaths.unused();
  }

  /** Returns the overrides that no tool's name has matched so far. */
  public EngineSettings.UnusedOverrides unusedOverrides() {
    return rules.unused();
  }

  /** Returns whether a tool is exempt. */
  public boolean isExempt(String tool) {
    return rules.of(tool).policy().exempt();
  }

  /**
   * Works out the identity of a call.
   *
   * @param arguments any object, or {@code null}
   */
  public ToolCall identify(String tool, @Nullable Object arguments) {
    ToolRules.Rule rule = rules.of(tool);
    IdentityRule counted = rule.policy().identity();
    CallIdentity identity = fingerprinter.identify(tool, arguments, counted);
    usedPaths.add(tool, counted, identity.namedPaths());
    return new ToolCall(
        tool,
        rule,
        identity.fingerprint(),
        WordSet.ofArguments(identity.values()),
        identity.comparable(),
        arguments,
        Attribution.NONE);
  }

  /** Returns a call whose identity was worked out before, and whose arguments are not known. */
  public ToolCall identified(String tool, Fingerprint fingerprint, WordSet words) {
    return new ToolCall(tool, rules.of(tool), fingerprint, words, true, null, Attribution.NONE);
  }

  /**
   * Returns the arguments of a call as canonical JSON, without those that are redacted and without
   * what objects of the application hold; see {@link CanonicalJson#render}.
   *
   * @param maxChars how much of it to return at most
   */
  public String show(@Nullable Object arguments, int maxChars) {
    return fingerprinter.render(arguments, redacted, maxChars);
  }

  /**
   * Returns what a message about a detection may say; it quotes the arguments of the call.
   *
   * @param detection of the ruling on this call
   */
  public LoopReport report(Object sessionKey, ToolCall call, Detection detection) {
    return new LoopReport(
        call.tool(),
        call.fingerprint(),
        detection,
        true,
        call.policy(),
        () -> show(call.arguments(), QUOTED_ARGUMENTS),
        sessionKey.toString());
  }

  /** Judges a call before it runs, and records it where it does. */
  public Ruling judge(Object sessionKey, ToolCall call) {
    return call.policy().exempt()
        ? Ruling.Pass.UNRECORDED
        : sessions.in(
            sessionKey, session -> budgets.inOneStep(() -> judge(sessionKey, session, call)));
  }

  private Ruling judge(Object sessionKey, Session session, ToolCall call) {
    session.dispatched(call.tool());
    Instant now = clock.instant();
    session.history().attribute(SessionKey.text(sessionKey), call.attribution(), now);
    return judge.judge(session, call, now.toEpochMilli());
  }

  /**
   * Records a call that was not to run, and runs now for a person or the application said so.
   *
   * @return that it runs, or what has ended its session meanwhile
   */
  public Ruling allow(Object sessionKey, ToolCall call) {
    return sessions.in(
        sessionKey, session -> budgets.inOneStep(() -> judge.allow(session, call, clock.millis())));
  }

  /**
   * Judges calls that are dispatched together, before they run: in order, as if those before had
   * run. Where one is stopped none runs, and none is recorded.
   *
   * @param batch in order; exempt ones pass
   * @return a ruling for each call, or for those up to the one that is stopped
   */
  public List<Ruling> judgeBatch(Object sessionKey, List<ToolCall> batch) {
    return sessions.in(
        sessionKey, session -> budgets.inOneStep(() -> judgeBatch(sessionKey, session, batch)));
  }

  private List<Ruling> judgeBatch(Object sessionKey, Session session, List<ToolCall> batch) {
    batch.forEach(call -> session.dispatched(call.tool()));
    List<Ruling> rulings = new ArrayList<>(batch.size());
    SessionHistory before = new SessionHistory(session.history());
    for (ToolCall call : batch) {
      Ruling ruling =
          call.policy().exempt() ? Ruling.Pass.UNRECORDED : judge(sessionKey, session, call);
      if (ruling instanceof Ruling.Found found && !found.action().runsCall()) {
        batch.subList(0, rulings.size()).stream()
            .filter(earlier -> !earlier.policy().exempt())
            .forEach(earlier -> budgets.withdrawn(session.history(), earlier.tool()));
        session.restore(before);
        rulings.add(ruling);
        break;
      }
      rulings.add(ruling);
    }
    return rulings;
  }

  /** Has a session go on that has just ended. */
  public void goOn(Object sessionKey) {
    sessions.run(sessionKey, session -> session.found().goOn());
  }

  /**
   * Notes what a call returned, and judges it.
   *
   * @param result what the model is given to read; {@code null} is no text
   * @return what is to be done about this result: {@code warn}, {@code observe} or nothing.
   *     Anything stricter waits for the tool's next call
   */
  public Ruling.@Nullable Found outcome(RecordedCall recorded, @Nullable Object result) {
    return judgeOutcome(recorded, readOutcome(recorded, result));
  }

  /**
   * Notes how a call failed, and judges it.
   *
   * @param failure what was thrown, or the text of a failure
   * @return as {@link #outcome}
   */
  public Ruling.@Nullable Found outcomeFailed(RecordedCall recorded, @Nullable Object failure) {
    return judgeOutcome(recorded, readFailure(recorded, failure));
  }

  /** Returns the keys of what a call returned, for {@link #judgeOutcome}. */
  public Outcome readOutcome(RecordedCall recorded, @Nullable Object result) {
    ToolCall call = recorded.toolCall();
    return outcomes.read(call.arguments(), call.words(), result);
  }

  /** Returns the keys of how a call failed, for {@link #judgeOutcome}. */
  public Outcome readFailure(RecordedCall recorded, @Nullable Object failure) {
    ToolCall call = recorded.toolCall();
    return outcomes.readFailure(call.arguments(), call.words(), failure);
  }

  /** As {@link #outcome}, for an outcome whose keys are known. */
  public Ruling.@Nullable Found judgeOutcome(RecordedCall recorded, Outcome outcome) {
    Session session = recorded.session();
    return session.locked(() -> judge.judgeOutcome(recorded, outcome));
  }

  /**
   * Runs something in one step with what it has judged: nothing else of the session is judged
   * meanwhile. It must be quick, and call nothing of the application.
   */
  public <T> T inOneStep(Object sessionKey, Supplier<T> work) {
    return sessions.in(sessionKey, session -> work.get());
  }

  /** As {@link #inOneStep}, in the session of a call that was recorded. */
  public <T> T inOneStepAfter(RecordedCall recorded, Supplier<T> work) {
    return recorded.session().locked(work);
  }

  /**
   * Ends a session, as {@code terminate} does.
   *
   * @param found what it is ended for
   */
  public void end(Object sessionKey, Ruling.Found found) {
    sessions.run(sessionKey, session -> session.found().terminate(found));
  }

  /**
   * Forgets a session.
   *
   * @return whether it had been ended
   */
  public boolean reset(Object sessionKey) {
    return sessions.forget(sessionKey);
  }

  /** Returns the keys of all sessions, and whether each was ended; a snapshot. */
  public Map<Object, Boolean> sessions() {
    return sessions.terminations();
  }
}
