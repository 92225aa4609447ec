package io.loopsentinel.engine.session;

import io.loopsentinel.engine.identity.CallIdentity;
import io.loopsentinel.engine.identity.CanonicalJson;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.outcome.ArgumentSketch;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.OutcomeReader;
import io.loopsentinel.engine.outcome.VolatileTokens;
import io.loopsentinel.engine.settings.EngineSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Judges the calls of all sessions, and their {@link #turns}; knows nothing of instrumentation.
 *
 * <p>Session keys are compared by {@code equals} and kept as long as the session is remembered.
 * Thread-safe: of N identical calls at the same moment exactly {@code threshold} pass. In mode
 * {@code observe} everything is found and counted in the same way, but nothing is done: every call
 * runs and is recorded, and no session ends. Set back to {@code enforce}, sessions that had been
 * ended before are so again.
 */
public final class Engine {

  private final Controls controls;
  private final PolicyTable policies;
  private final SessionStore sessions;
  private final Fingerprinter fingerprinter;
  private final IdentityRule redacted;
  private final OutcomeReader outcomes;
  private final CallJudge calls;
  private final Turns turns;
  private final CallRulings rulings;

  /** Creates an engine without sessions. */
  public Engine(EngineSettings config, Fingerprinter fingerprinter) {
    this(config, new Controls(config.mode()), fingerprinter, eviction -> {});
  }

  /**
   * Creates an engine without sessions.
   *
   * @param controls its mode, which may change
   * @param evictions told of each session that is forgotten to keep memory bounded, on the thread
   *     of whatever call that falls to; must be quick
   */
  public Engine(
      EngineSettings config,
      Controls controls,
      Fingerprinter fingerprinter,
      Consumer<Eviction> evictions) {
    this.controls = controls;
    Verdicts verdicts = new Verdicts(controls);
    Ladders ladders = new Ladders(config.detectors());
    this.policies = new PolicyTable(config);
    this.sessions =
        new SessionStore(config.sessions(), HistoryLayout.of(config), evictions, System::nanoTime);
    this.fingerprinter = fingerprinter;
    this.redacted = config.redacted();
    this.outcomes = new OutcomeReader(new VolatileTokens(config.detectors().volatilePatterns()));
    this.calls = new CallJudge(config, policies);
    this.rulings = new CallRulings(calls, ladders, verdicts);
    this.turns = new Turns(sessions, new TurnJudge(config, ladders, verdicts), rulings, verdicts);
  }

  /** Returns what can be switched. */
  public Controls controls() {
    return controls;
  }

  /** Returns what judges the turns of the same sessions. */
  public Turns turns() {
    return turns;
  }

  /** Whether any tool is left alone altogether. */
  public boolean exemptsTools() {
    return policies.exemptsTools();
  }

  /** Whether a tool is left alone altogether. */
  public boolean isExempt(String tool) {
    return policies.exemptsTools() && policies.entryOf(tool).policy().exempt();
  }

  /**
   * Works out the identity of a call.
   *
   * @param arguments any object, or {@code null}
   */
  public ToolCall identify(String tool, @Nullable Object arguments) {
    ToolCall call = new ToolCall();
    identify(tool, arguments, call);
    return call;
  }

  /**
   * Works out the identity of a call.
   *
   * @param arguments as above
   * @param into filled with it
   */
  public void identify(String tool, @Nullable Object arguments, ToolCall into) {
    identify(tool, arguments, null, into);
  }

  /**
   * Works out the identity of a call that is going to be judged.
   *
   * @param arguments as above
   * @param sessionKey the session it will be judged in, which is fetched from memory meanwhile;
   *     absent: not known
   * @param into filled with it
   */
  public void identify(
      String tool, @Nullable Object arguments, @Nullable Object sessionKey, ToolCall into) {
    PolicyTable.Entry entry = policies.entryOf(tool);
    into.of(ToolNames.remembered(tool), entry, arguments);
    CallIdentity identity = fingerprinter.identify(tool, arguments, entry.policy().identity());
    into.digest().set(identity.fingerprint());
    into.sketched(ArgumentSketch.of(identity.canonicalArguments()));
  }

  /**
   * Returns the arguments of a call as canonical JSON, without those that are redacted.
   *
   * @param maxChars how much of it to return at most
   */
  public String show(@Nullable Object arguments, int maxChars) {
    return redacted.ignore().isEmpty()
        ? fingerprinter.render(arguments, maxChars)
        : CanonicalJson.renderRedacted(arguments, redacted, maxChars);
  }

  /** Returns a call whose identity was worked out before, and whose arguments are not known. */
  public ToolCall identified(String tool, Fingerprint fingerprint) {
    ToolCall call = new ToolCall();
    call.of(ToolNames.remembered(tool), policies.entryOf(tool), null);
    call.digest().set(fingerprint);
    return call;
  }

  /** Judges a call before it runs, and records it where it does. */
  public Ruling judge(Object sessionKey, ToolCall call) {
    if (call.policy().exempt()) {
      return Ruling.Pass.UNRECORDED;
    }
    Session last = sessions.last(sessionKey, call.lastSession());
    if (last != null) {
      synchronized (last) {
        if (!last.isForgotten()) {
          return judge(last, call);
        }
      }
    }
    Session session = sessions.session(sessionKey, call.lastSession());
    synchronized (session) {
      return judge(session, call);
    }
  }

  private Ruling judge(Session session, ToolCall call) {
    session.dispatched(call.tool());
    return rulings.judge(session, call);
  }

  /**
   * Judges calls that are dispatched together, before they run: in order, as if those before had
   * run. Where one is stopped none runs, and none is recorded.
   *
   * @param batch in order; exempt ones pass
   * @return a ruling for each call, or for those up to the one that is stopped
   */
  public List<Ruling> judgeBatch(Object sessionKey, List<ToolCall> batch) {
    Session session = sessions.session(sessionKey);
    synchronized (session) {
      batch.forEach(call -> session.dispatched(call.tool()));
      Checkpoint before = calls.checkpoint(session, batch);
      List<Ruling> ofBatch = new ArrayList<>(batch.size());
      for (ToolCall call : batch) {
        Ruling ruling =
            call.policy().exempt() ? Ruling.Pass.UNRECORDED : rulings.judge(session, call);
        ofBatch.add(ruling);
        if (ruling instanceof Ruling.Found found && !found.action().runsCall()) {
          calls.takeBack(session, before, batch, ofBatch);
          break;
        }
      }
      return ofBatch;
    }
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
    ToolCall call = recorded.call();
    return outcomes.read(call.arguments(), call.sketch(), result);
  }

  /** Returns the keys of how a call failed, for {@link #judgeOutcome}. */
  public Outcome readFailure(RecordedCall recorded, @Nullable Object failure) {
    ToolCall call = recorded.call();
    return outcomes.readFailure(call.arguments(), call.sketch(), failure);
  }

  /** As {@link #outcome}, for an outcome whose keys are known. */
  public Ruling.@Nullable Found judgeOutcome(RecordedCall recorded, Outcome outcome) {
    return rulings.judgeOutcome(recorded, outcome);
  }

  /** Returns what ended a session, or {@code null} where it goes on. */
  public Ruling.@Nullable Found terminatedBy(Object sessionKey) {
    Session session = sessions.session(sessionKey);
    synchronized (session) {
      return session.terminatedBy();
    }
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
