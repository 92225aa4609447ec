package io.loopsentinel.agent.session;

import io.loopsentinel.agent.config.Action;
import io.loopsentinel.agent.config.Ladder;
import io.loopsentinel.agent.config.Mode;
import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.agent.config.ToolPolicy;
import io.loopsentinel.agent.detect.CallHistory;
import io.loopsentinel.agent.detect.Finding;
import io.loopsentinel.agent.detect.RepeatDetector;
import io.loopsentinel.agent.detect.ResultHash;
import io.loopsentinel.agent.fingerprint.Fingerprint;
import io.loopsentinel.agent.fingerprint.Fingerprinter;
import io.loopsentinel.agent.fingerprint.IdentityRule;
import io.loopsentinel.agent.response.Escalation;
import org.jspecify.annotations.Nullable;

/**
 * Judges the calls of all sessions; knows nothing of instrumentation.
 *
 * <p>Session keys are compared by {@code equals} and kept as long as the session is remembered.
 * Thread-safe: of N identical calls at the same moment exactly {@code threshold} pass.
 */
public final class Engine {

  private final Mode mode;
  private final PolicyTable policies;
  private final SessionStore sessions;
  private final Fingerprinter fingerprinter;
  private final Escalation escalation;
  private final RepeatDetector repeat;

  /** Creates an engine without sessions. */
  public Engine(SentinelConfig config, Fingerprinter fingerprinter) {
    this.mode = config.mode();
    this.policies = new PolicyTable(config);
    this.sessions = new SessionStore(config.sessions());
    this.fingerprinter = fingerprinter;
    this.escalation = new Escalation(config.detectors());
    this.repeat = new RepeatDetector(config.detectors().repeat());
  }

  /** Whether a tool is left alone altogether. */
  public boolean isExempt(String tool) {
    return policies.entryOf(tool).policy().exempt();
  }

  /**
   * Works out the identity of a call.
   *
   * @param arguments any object, or {@code null}
   */
  public ToolCall identify(String tool, @Nullable Object arguments) {
    PolicyTable.Entry entry = policies.entryOf(tool);
    ToolPolicy policy = entry.policy();
    Fingerprint fingerprint = fingerprinter.fingerprint(tool, arguments, policy.identity());
    return new ToolCall(tool, fingerprint, policy, entry.overridden());
  }

  /** Judges a call, and records it where it runs. */
  public Ruling judge(Object sessionKey, ToolCall call) {
    if (call.policy().exempt()) {
      return new Ruling.Pass(null);
    }
    Session session = sessions.session(sessionKey);
    synchronized (session) {
      if (session.terminatedBy() != null) {
        return session.terminatedBy();
      }
      CallHistory history = historyOf(session, call);
      Finding finding = repeat.judge(call.tool(), call.fingerprint(), history, call.policy());
      return finding == null
          ? new Ruling.Pass(record(session, history, call))
          : found(session, history, call, finding);
    }
  }

  /**
   * Notes the outcome of a call that ran.
   *
   * @param result what it returned; the text of an error where it failed
   */
  public void outcome(RecordedCall recorded, @Nullable Object result) {
    int hash = (int) fingerprinter.fingerprint("", result, IdentityRule.ALL_ARGUMENTS).a();
    synchronized (recorded.session()) {
      recorded.history().setResult(recorded.sequence(), ResultHash.of(hash, hash));
    }
  }

  /** Returns what ended a session, or {@code null} where it goes on. */
  public Ruling.@Nullable Found terminatedBy(Object sessionKey) {
    Session session = sessions.session(sessionKey);
    synchronized (session) {
      return session.terminatedBy();
    }
  }

  /** Forgets a session. */
  public void reset(Object sessionKey) {
    sessions.forget(sessionKey);
  }

  private CallHistory historyOf(Session session, ToolCall call) {
    int windowSize = call.policy().windowSize();
    return call.overridden()
        ? session.ownHistory(call.tool(), windowSize)
        : session.sharedHistory(windowSize);
  }

  private Ruling found(Session session, CallHistory history, ToolCall call, Finding finding) {
    int occurrence = session.countFinding(finding);
    Ladder ladder = escalation.ladder(finding.detector(), call.policy());
    Action rung = ladder.rung(occurrence);
    Action action = mode == Mode.OBSERVE ? Action.OBSERVE : rung;
    RecordedCall recorded = action.runsCall() ? record(session, history, call) : null;
    Ruling.Found ruling =
        new Ruling.Found(finding, occurrence, rung, ladder.rung(occurrence + 1), action, recorded);
    if (action == Action.TERMINATE) {
      session.terminate(ruling);
    }
    return ruling;
  }

  private static RecordedCall record(Session session, CallHistory history, ToolCall call) {
    return new RecordedCall(session, history, history.record(call.fingerprint()));
  }
}
