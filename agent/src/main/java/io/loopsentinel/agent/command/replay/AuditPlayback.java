package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.replay.recording.AuditedSession;
import io.loopsentinel.agent.command.replay.recording.AuditedStep;
import io.loopsentinel.agent.command.replay.recording.Recording;
import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.session.SharedSessionKey;
import io.loopsentinel.engine.session.ToolCall;
import io.loopsentinel.engine.settings.Action;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plays runs of an audit log through the engine in the mode of the configuration.
 *
 * <p>What was stopped then did not run, unlike in a recorded conversation. So what the engine stops
 * now is not recorded, and under the same configuration it decides the same.
 */
final class AuditPlayback {

  private final LoopEngine engine;

  AuditPlayback(SentinelConfig config) {
    this.engine = new LoopEngine(config.engine(), new Fingerprinter(FieldAccess.toOpenPackages()));
  }

  /** Plays a run as a session of its own. */
  PlayedRun play(Recording run, AuditedSession audited) {
    Object name = new Object();
    Object session = audited.shared() ? new SharedSessionKey(name) : name;
    Play play = new Play(session, audited);
    audited.steps().forEach(play::step);
    engine.reset(session);
    return play.result(run);
  }

  /** One run under way. */
  private final class Play {

    private final Object session;
    private final EqualCalls equal = new EqualCalls();
    private final List<Firing> firings = new ArrayList<>();
    private final Map<Integer, RecordedCall> running = new HashMap<>();
    private final Map<Integer, String> tools = new HashMap<>();
    private final List<String> then = new ArrayList<>();
    private final List<String> now = new ArrayList<>();
    private final long tokens;
    private long tokensSoFar;

    Play(Object session, AuditedSession audited) {
      this.session = session;
      this.tokens = audited.steps().stream().mapToLong(Play::tokensOf).sum();
    }

    void step(AuditedStep step) {
      tokensSoFar += tokensOf(step);
      if (step instanceof AuditedStep.Asked asked) {
        asked(asked);
      } else if (step instanceof AuditedStep.Called called) {
        called(called);
      } else if (step instanceof AuditedStep.Ended ended) {
        ended(ended);
      }
    }

    PlayedRun result(Recording run) {
      return new PlayedRun(
          run.id(),
          run.source(),
          run.success(),
          now.size(),
          tokens,
          false,
          firings,
          equal.most(),
          new Decisions(now, then));
    }

    private void asked(AuditedStep.Asked asked) {
      Ruling.Found ended = engine.turns().judgeNext(session);
      note(ended, now.size(), "");
      if (ended == null && !asked.refused()) {
        note(engine.turns().judge(session, asked.turn(), asked.words()), now.size(), "");
      }
    }

    private void called(AuditedStep.Called called) {
      ToolCall call = engine.identified(called.tool(), called.fingerprint());
      equal.count(call);
      Ruling ruling = engine.judge(session, call);
      note(ruling, called.call(), called.tool());
      then.add(called.decision());
      now.add(ruling instanceof Ruling.Found found ? name(found.action()) : "run");
      if (ruling.recorded() != null) {
        running.put(called.call(), ruling.recorded());
        tools.put(called.call(), called.tool());
      }
    }

    private void ended(AuditedStep.Ended ended) {
      RecordedCall recorded = running.remove(ended.call());
      if (recorded != null) {
        Ruling.Found found = engine.judgeOutcome(recorded, ended.outcome());
        note(found, ended.call(), tools.getOrDefault(ended.call(), ""));
        if (found != null) {
          now.set(ended.call(), now.get(ended.call()) + ", " + name(found.action()));
        }
      }
    }

    private void note(@Nullable Ruling ruling, int call, String tool) {
      if (ruling instanceof Ruling.Found found && !found.afterEnd()) {
        for (Detection detection : found.detections()) {
          firings.add(new Firing(call, tool, detection, tokens - tokensSoFar));
        }
      }
    }

    private static long tokensOf(AuditedStep step) {
      return step instanceof AuditedStep.Asked asked
          ? asked.turn().inputTokens() + asked.turn().outputTokens()
          : 0;
    }
  }

  private static String name(Action action) {
    return action.name().toLowerCase(Locale.ROOT);
  }
}
