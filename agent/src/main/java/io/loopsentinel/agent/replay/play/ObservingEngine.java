package io.loopsentinel.agent.replay.play;

import io.loopsentinel.agent.config.Mode;
import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.agent.fingerprint.FieldAccess;
import io.loopsentinel.agent.fingerprint.Fingerprinter;
import io.loopsentinel.agent.replay.recording.RecordedToolCall;
import io.loopsentinel.agent.replay.recording.Response;
import io.loopsentinel.agent.replay.recording.Usage;
import io.loopsentinel.agent.session.Engine;
import io.loopsentinel.agent.session.RecordedCall;
import io.loopsentinel.agent.session.Ruling;
import io.loopsentinel.agent.session.ToolCall;
import java.util.ArrayList;
import java.util.List;

/** The engine in mode observe, asked in the words of a recording. */
final class ObservingEngine {

  private final Engine engine;

  ObservingEngine(SentinelConfig config) {
    this.engine = new Engine(observing(config), new Fingerprinter(FieldAccess.toOpenPackages()));
  }

  /** Tells of a response, before its calls. */
  List<Sighted> turn(Object session, Response response, Usage tokens) {
    return List.of();
  }

  /** Judges a call and tells its outcome. */
  List<Sighted> call(Object session, RecordedToolCall call, EqualCalls equal) {
    List<Sighted> sighted = new ArrayList<>();
    ToolCall identified = engine.identify(call.tool(), call.arguments());
    equal.count(identified);
    Ruling ruling = engine.judge(session, identified);
    RecordedCall recorded;
    if (ruling instanceof Ruling.Found found) {
      sighted.add(new Sighted(found.finding(), found.occurrence(), found.rung()));
      recorded = found.recorded();
    } else {
      recorded = ((Ruling.Pass) ruling).recorded();
    }
    if (recorded != null && call.result() != null) {
      engine.outcome(recorded, call.result());
    }
    return sighted;
  }

  /** Forgets a session. */
  void end(Object session) {
    engine.reset(session);
  }

  private static SentinelConfig observing(SentinelConfig config) {
    return new SentinelConfig(
        Mode.OBSERVE,
        config.profiles(),
        config.defaults(),
        config.overrides(),
        config.detectors(),
        config.budget(),
        config.sessions(),
        config.targets(),
        config.telemetry());
  }
}
