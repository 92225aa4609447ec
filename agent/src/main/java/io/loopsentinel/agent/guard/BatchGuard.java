package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.session.ToolCall;
import io.loopsentinel.engine.settings.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Guards a method that dispatches several tool calls at once.
 *
 * <p>They run together or not at all: a method that was asked for three results cannot return two.
 * So where one call is stopped, be it by a hint, the whole method throws.
 */
final class BatchGuard extends MethodGuard {

  private final GuardedMethod method;
  private final ToolReadings readings;
  private final Shared shared;
  private final LoopEngine engine;

  BatchGuard(Shared shared, GuardedMethod method, ToolReadings readings, CallFilter filter) {
    super(shared, filter);
    this.method = method;
    this.readings = readings;
    this.shared = shared;
    this.engine = shared.engine();
  }

  @Override
  @Nullable Object enter(ThreadFrames frames, @Nullable Object self, Object[] arguments)
      throws Throwable {
    CheckRecorder.Check check = shared.checks().begin();
    CallEnvironment environment = new CallEnvironment(method, frames, self, arguments);
    if (!(readings.tool().evaluate(environment) instanceof List<?> names)) {
      return null;
    }
    List<?> argumentsOfCalls = argumentsOfEach(names.size(), environment, arguments);
    if (names.stream().allMatch(Objects::isNull)) {
      return null;
    }
    Object session = readings.session().read(environment);
    environment.tellSession(session);
    List<GuardedCall> calls = calls(names, argumentsOfCalls, environment, session);
    ReadFrame frame = new ReadFrame(calls);
    shared.nesting().place(frame, frames, session);
    if (frame.isNested()) {
      NestedCall nested = new NestedCall(frames, frame);
      frames.call = frame;
      return nested;
    }
    List<ToolCall> batch = calls.stream().map(GuardedCall::call).toList();
    batch.forEach(each -> shared.reports().called());
    calls.forEach(shared::tellIfNotComparable);
    List<Ruling> rulings = shared.traces().judge(engine, environment, session, batch);
    int last = rulings.size() - 1;
    if (check != null) {
      Shared.end(check, method, session, batch.get(last).tool(), strictest(rulings));
    }
    if (rulings.get(last) instanceof Ruling.Found found && !found.action().runsCall()) {
      return refuse(calls, rulings, calls.get(last), found);
    }
    tell(calls, rulings, null);
    List<@Nullable CallTrace> traces = new ArrayList<>(calls.size());
    for (int i = 0; i < calls.size(); i++) {
      traces.add(shared.traces().began(calls.get(i), rulings.get(i), i));
    }
    BatchOutcome outcome = new BatchOutcome(shared, readings, calls, rulings, traces);
    PendingBatch running = new PendingBatch(this, frames, frame, outcome);
    // Last: nothing that can fail stands between the frame and the verdict that ends it.
    frames.call = frame;
    return running;
  }

  private List<GuardedCall> calls(
      List<?> names, List<?> argumentsOfCalls, CallEnvironment environment, Object session) {
    List<GuardedCall> calls = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      Object name = names.get(i);
      // A response may have parts that are no calls.
      if (name != null) {
        calls.add(
            new GuardedCall(
                environment,
                engine,
                name.toString(),
                argumentsOfCalls.get(i),
                readings.arguments() != null,
                session));
      }
    }
    return calls;
  }

  private List<?> argumentsOfEach(int calls, CallEnvironment environment, Object[] arguments)
      throws Throwable {
    LinkedExpression expression = readings.arguments();
    if (expression == null || !expression.expression().isProjection()) {
      Object ofAll =
          expression == null
              ? method.writtenArguments(arguments)
              : expression.evaluate(environment);
      List<@Nullable Object> same = new ArrayList<>(calls);
      for (int i = 0; i < calls; i++) {
        same.add(ofAll);
      }
      return same;
    }
    List<?> each = expression.evaluate(environment) instanceof List<?> values ? values : List.of();
    if (each.size() != calls) {
      throw new EvaluationException(
          "tool gives %d values and args %d; both lists have to be equally long"
              .formatted(calls, each.size()),
          expression.expression());
    }
    return each;
  }

  private Throwable refuse(
      List<GuardedCall> calls, List<Ruling> rulings, GuardedCall stopped, Ruling.Found found) {
    boolean terminated = found.action() == Action.TERMINATE;
    Action done = terminated ? Action.TERMINATE : Action.ABORT;
    tell(calls, rulings, done);
    for (int i = 0; i < calls.size(); i++) {
      if (i == rulings.size() - 1) {
        shared.traces().stopped(stopped, found, done, i);
      } else {
        shared.traces().withdrawn(calls.get(i), i);
      }
    }
    return readings
        .refusal()
        .of(stopped.environment(), stopped.report(found.decisive()), terminated);
  }

  private static Ruling strictest(List<Ruling> rulings) {
    Ruling strictest = rulings.get(0);
    for (Ruling each : rulings) {
      if (each instanceof Ruling.Found found
          && !(strictest instanceof Ruling.Found other
              && other.action().compareTo(found.action()) >= 0)) {
        strictest = each;
      }
    }
    return strictest;
  }

  /**
   * Tells of what was found.
   *
   * @param stopped what is done about all of them; absent: they run
   */
  private void tell(List<GuardedCall> calls, List<Ruling> rulings, @Nullable Action stopped) {
    for (int i = 0; i < rulings.size(); i++) {
      if (rulings.get(i) instanceof Ruling.Found found) {
        GuardedCall call = calls.get(i);
        Action done = stopped == null ? found.action() : stopped;
        boolean told =
            done == Action.WARN
                && engine
                    .turns()
                    .keepWarning(call.session(), Messages.warning(call.report(found.decisive())));
        shared.reports().ofBatch(found, call, done, told);
      }
    }
  }
}
