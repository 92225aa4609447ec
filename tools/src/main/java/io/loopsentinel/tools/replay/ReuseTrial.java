package io.loopsentinel.tools.replay;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.reuse.KeptResult;
import io.loopsentinel.engine.reuse.KeptResults;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.ToolPolicy.Reuse;
import io.loopsentinel.tools.replay.Recording.CallStep;
import io.loopsentinel.tools.replay.Recording.OutcomeStep;
import java.time.Instant;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Simulates the reuse of results on recorded runs: counts the calls that would have got an earlier
 * result, and those of them whose recorded result was another one. Recordings have no labels, so
 * results of a label are shared within a session. Not thread-safe.
 */
final class ReuseTrial implements Replay.Player {

  private final LoopEngine engine;
  private final Map<String, Figures> figures = new TreeMap<>();
  private Instant now = Instant.EPOCH;

  /**
   * The figures of a tool.
   *
   * @param reused the calls that would not have run
   * @param stale the reused calls whose recorded result differs from the earlier one
   */
  record Figures(long calls, long reused, long stale) {

    Figures plus(Figures other) {
      return new Figures(calls + other.calls, reused + other.reused, stale + other.stale);
    }
  }

  /** A call whose outcome is still to come: its result is kept, or compared with a kept one. */
  private record Awaited(
      KeptResults.Request request, @Nullable KeptResult given, @Nullable RecordedCall recorded) {}

  ReuseTrial(EngineSettings settings) {
    this.engine = Playback.engine(settings.withMode(Mode.OBSERVE), () -> now);
  }

  static boolean isConfigured(EngineSettings settings) {
    return settings.overrides().stream().anyMatch(each -> each.policy().limits().reuse() != null);
  }

  /** Returns the figures of the tools whose results are reused, by name. */
  Map<String, Figures> figures() {
    return figures;
  }

  Figures total() {
    return figures.values().stream().reduce(new Figures(0, 0, 0), Figures::plus);
  }

  @Override
  public void play(Recording recording) {
    Object session = new Object();
    IdentityHashMap<CallStep, Awaited> awaited = new IdentityHashMap<>();
    for (Recording.Step step : recording.steps()) {
      now = step.timeAfter(now);
      if (step instanceof Recording.TurnStep recorded) {
        engine.turns().judgeNext(session, Attribution.NONE);
        engine.turns().judge(session, recorded.turn(), null);
      } else if (step instanceof Recording.QuestionStep) {
        engine.reset(session);
      } else if (step instanceof CallStep call && !call.isWithdrawn()) {
        begin(call, session, awaited);
      } else if (step instanceof OutcomeStep outcome) {
        end(outcome, session, awaited.remove(outcome.call()));
      }
    }
    engine.reset(session);
  }

  private void begin(CallStep step, Object session, IdentityHashMap<CallStep, Awaited> awaited) {
    ToolCall call = step.call(engine);
    RecordedCall recorded = engine.judge(session, call).recorded();
    Reuse reuse = call.policy().limits().reuse();
    KeptResults.Request request =
        reuse == null || !call.isComparable()
            ? null
            : engine
                .keptResults()
                .request(
                    reuse,
                    reuse.per().equals(Budget.GLOBAL) ? Budget.GLOBAL : session,
                    "recording",
                    call.fingerprint());
    KeptResult given = request == null ? null : request.find();
    if (given == null) {
      engine.keptResults().called(step.tool());
    }
    if (request != null) {
      awaited.put(step, new Awaited(request, given, recorded));
      add(step.tool(), new Figures(1, given == null ? 0 : 1, 0));
    }
  }

  private void end(OutcomeStep step, Object session, @Nullable Awaited call) {
    if (call != null && call.given() != null) {
      add(step.call().tool(), new Figures(0, 0, isSame(call.given().value(), step) ? 0 : 1));
      return;
    }
    engine.keptResults().called(step.call().tool());
    if (call != null && isKept(step, call.recorded())) {
      long bytes = step.outcome() instanceof String text ? 2L * text.length() : 0;
      call.request().keep(step.outcome(), bytes, session);
    }
  }

  private boolean isKept(OutcomeStep step, @Nullable RecordedCall recorded) {
    if (step.outcome() instanceof Outcome known) {
      return known.isFinal();
    }
    return !step.failed()
        && recorded != null
        && engine.reading().readOutcome(recorded, step.outcome()).isFinal();
  }

  private static boolean isSame(Object given, OutcomeStep step) {
    if (given instanceof Outcome earlier && step.outcome() instanceof Outcome recorded) {
      return earlier.rawKey() == recorded.rawKey();
    }
    return given.equals(step.outcome());
  }

  private void add(String tool, Figures more) {
    figures.merge(tool, more, Figures::plus);
  }
}
