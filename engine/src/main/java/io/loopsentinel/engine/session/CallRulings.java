package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.Finding;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rules on the calls of a session: what the detectors find in them climbs the ladders, and the
 * strictest rung decides.
 *
 * <p>Has no state of its own; whoever calls {@link #judge} holds the session's monitor.
 */
final class CallRulings {

  private final CallJudge calls;
  private final Ladders ladders;
  private final Verdicts verdicts;

  CallRulings(CallJudge calls, Ladders ladders, Verdicts verdicts) {
    this.calls = calls;
    this.ladders = ladders;
    this.verdicts = verdicts;
  }

  /** Judges a call before it runs, and records it where it does. */
  Ruling judge(Session session, ToolCall call) {
    Ruling.Found ended = verdicts.endOf(session);
    if (ended != null) {
      return ended;
    }
    if (calls.isAskedForTwice(session, call)) {
      return judgeAskedForTwice(session, call);
    }
    List<Sighting> sightings = sightings(session, call);
    if (sightings.isEmpty()) {
      calls.record(session, call);
      return call.pass();
    }
    return found(session, call, sightings);
  }

  /** A call of one response that was asked for before repeats nothing, but it is paid for. */
  private Ruling judgeAskedForTwice(Session session, ToolCall call) {
    List<Sighting> sightings =
        climb(session, call.policy(), calls.judgeBudget(session, call), session.response());
    Action action = sightings.isEmpty() ? Action.OBSERVE : verdicts.action(sightings);
    if (action.runsCall()) {
      calls.spend(session, call);
    }
    return sightings.isEmpty()
        ? Ruling.Pass.UNRECORDED
        : verdicts.found(session, sightings, action, null);
  }

  /** What is found about a call, and what its tool's last outcomes left for it. */
  private List<Sighting> sightings(Session session, ToolCall call) {
    List<Sighting> sightings =
        climb(session, call.policy(), calls.judge(session, call), session.response());
    List<Sighting> waiting = session.takeWaiting(call.tool());
    return waiting.isEmpty()
        ? sightings
        : Stream.concat(sightings.stream(), waiting.stream()).toList();
  }

  private List<Sighting> climb(
      Session session, ToolPolicy policy, List<Finding> findings, int response) {
    if (findings.isEmpty()) {
      return List.of();
    }
    List<Sighting> sightings = new ArrayList<>(findings.size());
    for (Finding finding : findings) {
      sightings.add(ladders.climb(session, finding, policy, response));
    }
    return sightings;
  }

  private Ruling found(Session session, ToolCall call, List<Sighting> sightings) {
    Action action = verdicts.action(sightings);
    RecordedCall recorded = action.runsCall() ? calls.record(session, call) : null;
    return verdicts.found(session, sightings, action, recorded);
  }

  /** Judges what came of a call, under the monitor of its session. */
  Ruling.@Nullable Found judgeOutcome(RecordedCall recorded, Outcome outcome) {
    Session session = recorded.session();
    synchronized (session) {
      List<Finding> findings = calls.judgeOutcome(recorded, outcome);
      return findings.isEmpty() ? null : found(session, recorded, findings);
    }
  }

  /** What warns stands in this very result; what stops a call waits for the tool's next one. */
  private Ruling.@Nullable Found found(
      Session session, RecordedCall recorded, List<Finding> findings) {
    List<Sighting> ofThisResult = new ArrayList<>(0);
    ToolPolicy policy = recorded.call().policy();
    for (Sighting sighting : climb(session, policy, findings, recorded.response())) {
      if (sighting.rung().runsCall()) {
        ofThisResult.add(sighting);
      } else {
        calls.keep(session, recorded.call().tool(), sighting);
      }
    }
    return ofThisResult.isEmpty() ? null : verdicts.found(session, ofThisResult);
  }
}
