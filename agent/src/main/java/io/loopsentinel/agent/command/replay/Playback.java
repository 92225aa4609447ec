package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.replay.AuditedSession.Asked;
import io.loopsentinel.agent.command.replay.AuditedSession.Called;
import io.loopsentinel.agent.command.replay.AuditedSession.Ended;
import io.loopsentinel.agent.command.replay.AuditedSession.Step;
import io.loopsentinel.agent.command.replay.Recording.Response;
import io.loopsentinel.agent.command.replay.Recording.Usage;
import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.ModelTurn;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.session.RuntimeSwitches;
import io.loopsentinel.engine.session.SharedSessionKey;
import io.loopsentinel.engine.session.ToolCall;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plays recorded runs through the engine that ships, under one configuration.
 *
 * <p>In a recorded conversation every call ran, so the engine observes: each call is judged, what
 * an enforcing agent would have done is noted, and the call is recorded as one that ran. In an
 * audit log, what was stopped did not run; so there the engine is in the mode of the configuration,
 * and under the same configuration decides the same. For use by one thread.
 */
final class Playback {

  /** Passes before a response or call of which no time is recorded. */
  private static final Duration STEP = Duration.ofSeconds(1);

  private final LoopEngine observing;
  private final LoopEngine configured;
  private Instant now = Instant.EPOCH;

  /** Creates a playback; the configuration's mode matters for runs of audit logs only. */
  Playback(SentinelConfig config) {
    this.observing = engine(config.engine().withMode(Mode.OBSERVE));
    this.configured = engine(config.engine());
  }

  private LoopEngine engine(EngineSettings settings) {
    return new LoopEngine(
        settings,
        new RuntimeSwitches(settings.mode()),
        new Fingerprinter(FieldAccess.toOpenPackages()),
        eviction -> {},
        () -> now);
  }

  /** Plays a run as a session of its own. */
  PlayedRun play(Recording recording) {
    AuditedSession audited = recording.audited();
    if (audited == null) {
      TokenCount tokens = TokenCount.of(recording);
      Run run = new Run(observing, new Object(), tokens.total());
      for (int i = 0; i < recording.responses().size(); i++) {
        Response response = recording.responses().get(i);
        passTo(response.time());
        run.play(response, tokens.responses().get(i));
      }
      return run.played(recording, tokens.estimated(), null);
    }
    Object name = new Object();
    long tokens = audited.steps().stream().mapToLong(Playback::tokens).sum();
    Run run = new Run(configured, audited.shared() ? new SharedSessionKey(name) : name, tokens);
    for (Step step : audited.steps()) {
      passTo(step.time());
      run.play(step);
    }
    return run.played(recording, false, new PlayedRun.Decisions(run.decisions, run.recorded));
  }

  private void passTo(@Nullable Instant time) {
    now = time == null ? now.plus(STEP) : time;
  }

  private static long tokens(Step step) {
    return step instanceof Asked asked
        ? asked.turn().inputTokens() + asked.turn().outputTokens()
        : 0;
  }

  /** One run being played: what was found so far, and where in the run it is. */
  private static final class Run {

    private final LoopEngine engine;
    private final Object session;
    private final long tokens;
    private final List<Firing> firings = new ArrayList<>();
    private final Map<Fingerprint, Integer> equal = new HashMap<>();
    private final Map<String, Integer> mostEqual = new HashMap<>();
    private final Map<Called, RunningCall> running = new HashMap<>();
    private final List<String> decisions = new ArrayList<>();
    private final List<String> recorded = new ArrayList<>();
    private long tokensLeft;
    private int calls;

    /** A call of an audit log that has not ended yet. */
    private record RunningCall(int number, RecordedCall call) {}

    Run(LoopEngine engine, Object session, long tokens) {
      this.engine = engine;
      this.session = session;
      this.tokens = tokens;
      this.tokensLeft = tokens;
    }

    /** Plays a response of a conversation, and the calls that it asked for. */
    void play(Response response, Usage usage) {
      tokensLeft -= usage.total();
      ModelTurn turn =
          new ModelTurn(response.text(), usage.input(), usage.output(), response.model());
      note(engine.turns().judge(session, turn), calls, "");
      for (Recording.ToolCall each : response.calls()) {
        int number = calls;
        RecordedCall call = judge(engine.identify(each.tool(), each.arguments())).recorded();
        if (call != null && each.result() != null) {
          Ruling after =
              each.failed()
                  ? engine.outcomeFailed(call, each.result())
                  : engine.outcome(call, each.result());
          note(after, number, each.tool());
        }
      }
    }

    /** Plays a step of an audit log. */
    void play(Step step) {
      tokensLeft -= tokens(step);
      if (step instanceof Asked asked) {
        Ruling.Found refused = engine.turns().judgeNext(session);
        note(refused, calls, "");
        if (refused == null && !asked.refused()) {
          note(engine.turns().judge(session, asked.turn(), asked.words()), calls, "");
        }
      } else if (step instanceof Called called) {
        call(called);
      } else if (step instanceof Ended ended) {
        end(ended);
      }
    }

    private void call(Called called) {
      int number = calls;
      Ruling ruling = judge(engine.identified(called.tool(), called.fingerprint()));
      recorded.add(called.decision());
      decisions.add(ruling instanceof Ruling.Found found ? Firing.name(found.action()) : "run");
      RecordedCall call = ruling.recorded();
      if (call != null) {
        running.put(called, new RunningCall(number, call));
      }
    }

    private void end(Ended ended) {
      RunningCall call = running.remove(ended.call());
      Ruling.Found found = call == null ? null : engine.judgeOutcome(call.call(), ended.outcome());
      if (call != null && found != null) {
        note(found, call.number(), ended.call().tool());
        decisions.set(
            call.number(), decisions.get(call.number()) + ", " + Firing.name(found.action()));
      }
    }

    private Ruling judge(ToolCall call) {
      int count = equal.merge(call.fingerprint(), 1, Integer::sum);
      if (count > 1) {
        mostEqual.merge(call.tool(), count, Math::max);
      }
      Ruling ruling = engine.judge(session, call);
      note(ruling, calls++, call.tool());
      return ruling;
    }

    private void note(@Nullable Ruling ruling, int call, String tool) {
      if (ruling instanceof Ruling.Found found && !found.afterEnd()) {
        for (Detection detection : found.detections()) {
          firings.add(new Firing(call, tool, detection, tokensLeft));
        }
      }
    }

    PlayedRun played(
        Recording recording, boolean estimated, PlayedRun.@Nullable Decisions decided) {
      engine.reset(session);
      return new PlayedRun(
          recording.id(),
          recording.source(),
          recording.success(),
          calls,
          tokens,
          estimated,
          firings,
          mostEqual,
          decided);
    }
  }
}
