package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.replay.recording.RecordedToolCall;
import io.loopsentinel.agent.command.replay.recording.Response;
import io.loopsentinel.agent.command.replay.recording.Usage;
import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.ModelTurn;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.session.ToolCall;
import io.loopsentinel.engine.settings.Mode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The engine in mode observe, asked in the words of a recording. */
final class ObservingEngine {

  private final LoopEngine engine;

  ObservingEngine(SentinelConfig config) {
    this.engine =
        new LoopEngine(
            config.engine().withMode(Mode.OBSERVE),
            new Fingerprinter(FieldAccess.toOpenPackages()));
  }

  /** Tells of a response, before its calls. */
  List<Detection> turn(Object session, Response response, Usage tokens) {
    return detections(
        engine
            .turns()
            .judge(
                session,
                new ModelTurn(response.text(), tokens.input(), tokens.output(), response.model())));
  }

  /**
   * Judges a call and tells its outcome.
   *
   * @param equal counts the call
   */
  List<Detection> call(Object session, RecordedToolCall call, EqualCalls equal) {
    ToolCall identified = engine.identify(call.tool(), call.arguments());
    equal.count(identified);
    Ruling ruling = engine.judge(session, identified);
    List<Detection> before = detections(ruling);
    RecordedCall recorded =
        ruling instanceof Ruling.Found found ? found.recorded() : ((Ruling.Pass) ruling).recorded();
    if (recorded == null || call.result() == null) {
      return before;
    }
    Ruling after =
        call.failed()
            ? engine.outcomeFailed(recorded, call.result())
            : engine.outcome(recorded, call.result());
    List<Detection> all = new ArrayList<>(before);
    all.addAll(detections(after));
    return all;
  }

  /** Forgets a session. */
  void end(Object session) {
    engine.reset(session);
  }

  private static List<Detection> detections(@Nullable Ruling ruling) {
    return ruling instanceof Ruling.Found found ? found.detections() : List.of();
  }
}
