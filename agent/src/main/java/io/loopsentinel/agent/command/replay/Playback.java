package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.replay.recording.RecordedToolCall;
import io.loopsentinel.agent.command.replay.recording.Recording;
import io.loopsentinel.agent.command.replay.recording.Response;
import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.engine.detect.Detection;
import java.util.ArrayList;
import java.util.List;

/**
 * Plays recorded runs through the engine that ships, under one configuration.
 *
 * <p>In a recording every call ran, so the engine observes: each call is judged, what an enforcing
 * agent would have done is noted, and the call is recorded as one that ran. For use by one thread.
 */
public final class Playback {

  private final ObservingEngine engine;
  private final AuditPlayback audits;

  /** Creates a playback; the configuration's mode matters for runs of audit logs only. */
  public Playback(SentinelConfig config) {
    this.engine = new ObservingEngine(config);
    this.audits = new AuditPlayback(config);
  }

  /** Plays a run as a session of its own. */
  public PlayedRun play(Recording run) {
    if (run.audited() != null) {
      return audits.play(run, run.audited());
    }
    TokenCount tokens = TokenCount.of(run);
    Object session = new Object();
    EqualCalls equal = new EqualCalls();
    List<Firing> firings = new ArrayList<>();
    int call = 0;
    for (int number = 0; number < run.responses().size(); number++) {
      Response response = run.responses().get(number);
      long after = tokens.after(number);
      for (Detection detection : engine.turn(session, response, tokens.of(number))) {
        firings.add(new Firing(call, "", detection, after));
      }
      for (RecordedToolCall recorded : response.calls()) {
        for (Detection detection : engine.call(session, recorded, equal)) {
          firings.add(new Firing(call, recorded.tool(), detection, after));
        }
        call++;
      }
    }
    engine.end(session);
    return new PlayedRun(
        run.id(),
        run.source(),
        run.success(),
        call,
        tokens.total(),
        tokens.isEstimated(),
        firings,
        equal.most());
  }
}
