package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RecordedCall;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.settings.Action;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tells the engine what came of the calls of a batch, where the method's result tells them apart.
 *
 * <p>Where it does not, the results count as not seen. What the method throws tells of the one call
 * of a batch of one; of which among several is not known.
 */
final class BatchOutcome {

  private final Shared shared;
  private final ToolReadings readings;
  private final List<GuardedCall> calls;
  private final List<Ruling> rulings;
  private final List<@Nullable CallTrace> traces;

  BatchOutcome(
      Shared shared,
      ToolReadings readings,
      List<GuardedCall> calls,
      List<Ruling> rulings,
      List<@Nullable CallTrace> traces) {
    this.shared = shared;
    this.readings = readings;
    this.calls = calls;
    this.rulings = rulings;
    this.traces = traces;
  }

  /** Judges what came. */
  void judge(@Nullable Object returned, @Nullable Throwable thrown) throws Throwable {
    CallEnvironment environment = calls.get(0).environment();
    environment.tellOutcome(returned, thrown);
    if (thrown != null) {
      RecordedCall only = calls.size() == 1 ? rulings.get(0).recorded() : null;
      if (only == null) {
        endUnseen();
      } else {
        judge(0, shared.engine().readFailure(only, thrown), null, true);
      }
      return;
    }
    List<?> outputs = read("output", readings.output(), environment);
    if (outputs == null) {
      endUnseen();
      return;
    }
    List<?> failed = read("failed", readings.failed(), environment);
    LoopEngine engine = shared.engine();
    for (int i = 0; i < calls.size(); i++) {
      RecordedCall recorded = rulings.get(i).recorded();
      Object text = outputs.get(i);
      if (recorded == null) {
        end(i, null, null, null);
      } else {
        boolean isFailure = failed != null && Boolean.TRUE.equals(failed.get(i));
        Outcome outcome =
            isFailure ? engine.readFailure(recorded, text) : engine.readOutcome(recorded, text);
        judge(i, outcome, text, false);
      }
    }
  }

  private void judge(int call, Outcome outcome, @Nullable Object text, boolean threw) {
    RecordedCall recorded = Objects.requireNonNull(rulings.get(call).recorded());
    Ruling.Found found =
        shared.traces().judge(shared.engine(), recorded, outcome, traces.get(call));
    end(call, outcome, text, found);
    tell(call, found, threw);
  }

  private void endUnseen() {
    for (int i = 0; i < calls.size(); i++) {
      end(i, null, null, null);
    }
  }

  private void end(
      int call, @Nullable Outcome outcome, @Nullable Object text, Ruling.@Nullable Found found) {
    CallTrace trace = traces.get(call);
    if (trace != null) {
      trace.ended(outcome, text, found);
    }
  }

  /** Returns one value for each call, or {@code null} where they cannot be told apart. */
  private @Nullable List<?> read(
      String key, @Nullable LinkedExpression expression, CallEnvironment environment) {
    if (expression == null || !expression.expression().isProjection()) {
      return null;
    }
    try {
      List<?> values = expression.evaluate(environment) instanceof List<?> list ? list : List.of();
      if (values.size() == calls.size()) {
        return values;
      }
      throw new EvaluationException(
          "it gives %d values for %d calls".formatted(values.size(), calls.size()),
          expression.expression());
    } catch (Throwable unreadable) {
      shared
          .failures()
          .accept(
              new LocatedFailure(
                  environment.describeMethod() + ", " + key,
                  environment.explain(unreadable),
                  "these results are not seen",
                  unreadable));
      return null;
    }
  }

  private void tell(int call, Ruling.@Nullable Found found, boolean threw) {
    if (found != null) {
      GuardedCall of = calls.get(call);
      boolean told =
          found.action() == Action.WARN
              && shared
                  .engine()
                  .turns()
                  .keepWarning(of.session(), Messages.warning(of.report(found.decisive())));
      WarningPlace place = told ? WarningPlace.NEXT_REQUEST : WarningPlace.NONE;
      shared.reports().ofOutcome(found, of, place, threw);
    }
  }
}
