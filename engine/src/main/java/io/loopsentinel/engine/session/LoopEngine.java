package io.loopsentinel.engine.session;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.budget.SpendingStore;
import io.loopsentinel.engine.budget.Standing;
import io.loopsentinel.engine.detect.Budgets;
import io.loopsentinel.engine.detect.CallForm;
import io.loopsentinel.engine.detect.CommandLine;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.detect.Detector;
import io.loopsentinel.engine.detect.Detectors;
import io.loopsentinel.engine.detect.SessionHistory;
import io.loopsentinel.engine.detect.SimilarCallsDetector;
import io.loopsentinel.engine.detect.ToolRules;
import io.loopsentinel.engine.gate.Effects;
import io.loopsentinel.engine.identity.CallIdentity;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.identity.Normalisation;
import io.loopsentinel.engine.identity.RedactedPaths;
import io.loopsentinel.engine.identity.UsedPaths;
import io.loopsentinel.engine.meaning.SimilarMeaning;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.OutcomeReader;
import io.loopsentinel.engine.outcome.ResultMembers;
import io.loopsentinel.engine.outcome.VolatileTokens;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.reuse.KeptResults;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.ToolPolicy.Reuse;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Judges the tool calls and {@link #turns} of all sessions.
 *
 * <pre>{@code
 * LoopEngine engine =
 *     new LoopEngine(EngineSettings.DEFAULT, new Fingerprinter(FieldAccess.toOpenPackages()));
 *
 * ToolCall call = engine.identify("search", Map.of("query", "late orders"));
 * Decision decision = engine.judge("conversation-7", call);
 * if (decision instanceof Decision.Found found && !found.action().runsCall()) {
 *   return Messages.hint(engine.report("conversation-7", call, found.decisive()));
 * }
 * String result = search("late orders");
 * if (decision.recorded() != null) {
 *   engine.outcome(decision.recorded(), result);
 * }
 * }</pre>
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

  /** Calls after which a path or pattern that may be for something rare is reported as unused. */
  public static final int ENOUGH_CALLS = 50;

  /** Maximum number of characters of the arguments that a message quotes. */
  private static final int MAX_QUOTED_ARGUMENTS = 200;

  /** A command line is the same whatever it is described as. */
  private static final IdentityRule OF_COMMANDS =
      IdentityRule.of(List.of("title"), List.of(), new Normalisation(Set.of(), true, Map.of()));

  private final EngineSettings settings;
  private final RuntimeSwitches controls;
  private final ToolRules rules;
  private final SessionStore sessions;
  private final Fingerprinter fingerprinter;
  private final IdentityRule redacted;
  private final OutcomeReader outcomes;
  private final Turns turns;
  private final RunEnds runEnds;
  private final Budgets budgets;
  private final SessionEvents events;
  private final Effects effects;
  private final EffectCalls effectCalls;
  private final boolean hasEffects;
  private final @Nullable SimilarMeaning meaning;
  private final @Nullable Sharing sharing;
  private final KeptResults keptResults;
  private final InstantSource clock;
  private final AtomicBoolean told;
  private final AtomicLong sequence;
  private final UsedPaths usedPaths = new UsedPaths("identity.ignore");
  private final UsedPaths usedResultPaths = new UsedPaths(UsedPaths.IN_RESULTS);
  private final RedactedPaths redactedPaths;

  /**
   * A session that was dropped to bound memory. Its next call begins a new session.
   *
   * @param session its key as text
   * @param idle true if it was idle for too long, false if there were too many sessions
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
        controls,
        fingerprinter,
        new Budgets(settings.budget(), spending),
        clock,
        new AtomicBoolean(),
        new AtomicLong(),
        new Effects(clock, null),
        null);
  }

  private LoopEngine(
      Function<SessionHistory.Sizes, SessionStore> sessionStore,
      EngineSettings settings,
      RuntimeSwitches controls,
      Fingerprinter fingerprinter,
      Budgets budgets,
      InstantSource clock,
      AtomicBoolean told,
      AtomicLong sequence,
      Effects effects,
      @Nullable Sharing shared) {
    this.settings = settings;
    this.controls = controls;
    this.clock = clock;
    this.told = told;
    this.sequence = sequence;
    this.rules = new ToolRules(settings);
    this.fingerprinter = fingerprinter;
    this.redacted = settings.redacted();
    this.redactedPaths = new RedactedPaths(redacted, fingerprinter);
    SimilarCallsDetector.Settings similar =
        settings.detector(SimilarCallsDetector.Settings.DEFAULT);
    this.meaning = similar.enabled() ? similar.meaning() : null;
    this.outcomes = new OutcomeReader(new VolatileTokens(settings.volatilePatterns()));
    this.budgets = budgets;
    List<Detector> detectors = Detectors.of(settings, rules, budgets);
    Judge judge = new Judge(settings, detectors, budgets, controls, sequence, told);
    this.sessions = sessionStore.apply(SessionHistory.Sizes.of(settings, detectors));
    this.runEnds = new RunEnds(sessions, judge, settings.abortAt());
    this.sharing = shared;
    EventFormat format = new EventFormat(rules, settings.toString().hashCode());
    this.events =
        new SessionEvents(sessions, judge, budgets, clock, settings.sessions(), format, shared);
    this.effects = effects;
    this.hasEffects =
        settings.overrides().stream().anyMatch(each -> each.policy().limits().effect() != null);
    this.effectCalls =
        new EffectCalls(
            effects,
            sessions,
            events,
            judge,
            fingerprinter,
            clock,
            settings.sessions().idleTimeout());
    this.turns = new Turns(settings.defaults(), sessions, judge, events);
    this.keptResults =
        new KeptResults(
            settings.overrides().stream()
                .flatMap(each -> Stream.ofNullable(each.policy().limits().reuse()))
                .toList(),
            clock);
  }

  /**
   * Returns an engine with other settings that takes over the sessions of this one. Outcomes of
   * calls that this engine has judged may still be given to it.
   *
   * <p>Histories and ladders are kept; a larger window fills from then on. The mode is kept,
   * because it may have been switched.
   */
  public LoopEngine withSettings(EngineSettings others) {
    return with(others, effects, sharing);
  }

  /**
   * Returns an engine that takes over the sessions of this one, and shares those of conversations
   * with other JVMs.
   */
  public LoopEngine sharing(Sharing others) {
    return with(settings, effects.in(others.store()), others);
  }

  /** Returns how sessions are shared; {@code null} if they are not. */
  public @Nullable Sharing sharing() {
    return sharing;
  }

  private LoopEngine with(EngineSettings others, Effects effectsThen, @Nullable Sharing shared) {
    LoopEngine next = create(others, effectsThen, shared);
    keptResults.replaceBy(next.keptResults);
    return next;
  }

  private LoopEngine create(EngineSettings others, Effects effectsThen, @Nullable Sharing shared) {
    return new LoopEngine(
        sizes -> {
          sessions.resize(others.sessions(), sizes);
          return sessions;
        },
        others,
        controls,
        fingerprinter,
        budgets.with(others.budget()),
        clock,
        told,
        sequence,
        effectsThen,
        shared);
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
    return budgets.standings(clock.instant());
  }

  /** Returns the budgets. */
  public Budgets budgets() {
    return budgets;
  }

  /** Returns the runtime switches. */
  public RuntimeSwitches controls() {
    return controls;
  }

  /** Returns the judge of turns. */
  public Turns turns() {
    return turns;
  }

  /** Returns the results that equal calls may get again. */
  public KeptResults keptResults() {
    return keptResults;
  }

  /**
   * Returns a call that may get the result of an earlier call instead of a run.
   *
   * @param labels its labels
   * @param kind distinguishes the methods that return results; compared by {@code equals}
   * @return the call; {@code null} if its tool, its arguments or the mode permit no reuse
   */
  public KeptResults.@Nullable Request reusable(
      Object sessionKey, ToolCall call, Attribution labels, Object kind) {
    Reuse reuse = call.policy().limits().reuse();
    if (reuse == null
        || call.policy().limits().effect() != null
        || !call.isComparable()
        || controls.mode() == Mode.OBSERVE) {
      return null;
    }
    Object holder =
        switch (reuse.per()) {
          case Budget.GLOBAL -> Budget.GLOBAL;
          case Budget.SESSION ->
              sessionKey instanceof SharedSessionKey ? null : SessionKey.bounded(sessionKey);
          default -> labels.labels().get(reuse.per());
        };
    return holder == null ? null : keptResults.request(reuse, holder, kind, call.fingerprint());
  }

  /** Returns the ends of runs that wait for the next request. */
  public RunEnds runEnds() {
    return runEnds;
  }

  /**
   * Returns the paths of {@code identity} and {@code redact} that have matched no argument or
   * result of any call so far, and the patterns of {@code volatile} that have matched no result.
   *
   * @param minCalls how many calls a path of {@code identity} must have been used for. Those of
   *     {@code redact} and patterns need {@link #ENOUGH_CALLS} at least, because they may be there
   *     as a precaution
   */
  public List<UsedPaths.Unused> unusedPaths(int minCalls) {
    int least = Math.max(minCalls, ENOUGH_CALLS);
    return Stream.of(
            usedPaths.unused(minCalls).stream(),
            usedResultPaths.unused(minCalls).stream(),
            redactedPaths.unused(least).stream(),
            outcomes.unmatchedPatterns(least).stream()
                .map(each -> new UsedPaths.Unused("detectors.volatile", each, Set.of())))
        .flatMap(each -> each)
        .toList();
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
   * Computes the identity of a call.
   *
   * @param arguments any object, or {@code null}
   */
  public ToolCall identify(String tool, @Nullable Object arguments) {
    ToolRules.Rule rule = rules.of(tool);
    IdentityRule counted = rule.policy().identity();
    String command = CommandLine.of(arguments, rule.policy().command());
    boolean isShell = command != null && counted.equals(IdentityRule.ALL_ARGUMENTS);
    CallIdentity identity =
        fingerprinter.identify(tool, arguments, isShell ? OF_COMMANDS : counted);
    usedPaths.add(tool, counted, identity.namedPaths());
    redactedPaths.lookAt(tool, arguments);
    return new ToolCall(
        tool,
        rule,
        identity.fingerprint(),
        words(identity),
        identity.comparable(),
        arguments,
        Attribution.NONE,
        CallForm.of(tool, command));
  }

  private WordSet words(CallIdentity identity) {
    WordSet words = WordSet.ofArguments(identity.values());
    return meaning == null
        ? words
        : words.withMeaning(meaning.reader().apply(String.join("\n", identity.values())));
  }

  /** Returns a call with a known identity and unknown arguments. */
  public ToolCall identified(String tool, Fingerprint fingerprint, WordSet words) {
    return new ToolCall(
        tool,
        rules.of(tool),
        fingerprint,
        words,
        true,
        null,
        Attribution.NONE,
        CallForm.of(tool, null));
  }

  /**
   * Returns the arguments of a call as canonical JSON, without redacted arguments and without the
   * fields of application objects; see {@link CanonicalJson#render}.
   *
   * @param maxChars the maximum length of the result
   */
  public String show(@Nullable Object arguments, int maxChars) {
    return fingerprinter.render(arguments, redacted, maxChars);
  }

  /**
   * Returns the facts for a message about a detection, with the arguments of the call.
   *
   * @param detection a detection of the decision on this call
   */
  public LoopReport report(Object sessionKey, ToolCall call, Detection detection) {
    return new LoopReport(
        call.tool(),
        call.fingerprint(),
        detection,
        true,
        call.policy(),
        () -> show(call.arguments(), MAX_QUOTED_ARGUMENTS),
        sessionKey.toString());
  }

  /**
   * Returns the next number of the sequence in which this engine, and others with its sessions,
   * number their decisions. For what is to be placed among them.
   */
  public long nextNumber() {
    return sequence.incrementAndGet();
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
   * Records a call that was refused and that a person or the application has allowed.
   *
   * @return a pass, or the decision that has ended the session in the meantime
   */
  public Decision allow(Object sessionKey, ToolCall call) {
    return EffectCalls.has(call)
        ? effectCalls.allow(sessionKey, call)
        : events.perform(sessionKey, new SessionEvent.Allowed(call));
  }

  /**
   * Decides again about a call that has waited for a person, and records it if it runs.
   *
   * @param asked the decision that made it wait
   * @param action the action to take
   * @return the decision with that action, or the one that has ended the session in the meantime;
   *     with the number of the first decision and that of the answer
   */
  public Decision.Found resume(
      Object sessionKey, ToolCall call, Decision.Found asked, Action action) {
    Decision allowed = action.runsCall() ? allow(sessionKey, call) : null;
    long answered = allowed == null ? nextNumber() : allowed.sequence();
    Decision.Found resumed =
        allowed instanceof Decision.Found ended
            ? ended
            : asked.with(action, allowed == null ? null : allowed.recorded());
    return resumed.numbered(asked.sequence(), answered);
  }

  /**
   * Judges calls that are dispatched together, before they run: in order, as if the calls before
   * had run. If one is stopped, none runs and none is recorded.
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
    return judgeOutcome(recorded, readOutcome(recorded, result), result).found();
  }

  /**
   * Records the failure of a call, and judges it.
   *
   * @param failure an exception, or the text of a failure
   * @return as {@link #outcome}
   */
  public Decision.@Nullable Found outcomeFailed(RecordedCall recorded, @Nullable Object failure) {
    return judgeOutcome(recorded, readFailure(recorded, failure), null).found();
  }

  /** Returns the outcome for the result of a call, for {@link #judgeOutcome}. */
  public Outcome readOutcome(RecordedCall recorded, @Nullable Object result) {
    ToolCall call = recorded.toolCall();
    ResultMembers members =
        new ResultMembers(call.tool(), call.policy().results(), usedResultPaths);
    return outcomes.read(call.arguments(), call.words(), result, members);
  }

  /** Returns the outcome for the failure of a call, for {@link #judgeOutcome}. */
  public Outcome readFailure(RecordedCall recorded, @Nullable Object failure) {
    ToolCall call = recorded.toolCall();
    return outcomes.readFailure(call.arguments(), call.words(), failure);
  }

  /** Records an outcome without a text and judges it, as {@link #outcome} does. */
  public Decision judgeOutcome(RecordedCall recorded, Outcome outcome) {
    return judgeOutcome(recorded, outcome, null);
  }

  /**
   * Records an outcome and judges it, as {@link #outcome} does.
   *
   * @param result the result; {@code null} if there is none
   */
  public Decision judgeOutcome(RecordedCall recorded, Outcome outcome, @Nullable Object result) {
    if (hasEffects) {
      effectCalls.complete(recorded, outcome, result instanceof String text ? text : null);
    }
    return events.complete(recorded, outcome);
  }

  /** Notes that the outcome of a call was not seen. */
  public void outcomeUnseen(RecordedCall recorded) {
    if (hasEffects) {
      effectCalls.complete(recorded, null, null);
    }
  }

  /**
   * Terminates a session.
   *
   * @param found the reason
   */
  public void end(Object sessionKey, Decision.Found found) {
    boolean unused = events.perform(sessionKey, new SessionEvent.Ended(found));
  }

  /** Terminates a session by the decision of an operator. */
  public void end(Object sessionKey) {
    boolean unused = events.perform(sessionKey, new SessionEvent.Stopped());
  }

  /**
   * Drops a session.
   *
   * @return whether it had been terminated
   */
  public boolean reset(Object sessionKey) {
    if (hasEffects) {
      effectCalls.restart(sessionKey);
    }
    keptResults.forget(SessionKey.bounded(sessionKey));
    return events.restart(sessionKey);
  }

  /** Returns a snapshot of the states of all sessions by their keys. */
  public Map<Object, SessionState> sessions() {
    return sessions.states();
  }
}
