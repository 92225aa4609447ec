package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.Action;
import io.loopsentinel.agent.response.LoopReport;
import io.loopsentinel.agent.response.Messages;
import io.loopsentinel.agent.session.Engine;
import io.loopsentinel.agent.session.Ruling;
import io.loopsentinel.agent.session.ToolCall;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import org.jspecify.annotations.Nullable;

/** Guards a method that dispatches one tool call. */
final class ToolGuard extends MethodGuard {

  private final GuardedMethod method;
  private final ToolReadings readings;
  private final Substitution substitution;
  private final Shared shared;
  private final Engine engine;

  ToolGuard(
      Shared shared,
      GuardedMethod method,
      ToolReadings readings,
      Substitution substitution,
      Terms terms) {
    super(shared, terms);
    this.method = method;
    this.readings = readings;
    this.substitution = substitution;
    this.shared = shared;
    this.engine = shared.engine();
  }

  @Override
  @Nullable Object enter(ThreadFrames frames, @Nullable Object self, Object[] arguments)
      throws Throwable {
    CheckRecorder.Check check = shared.checks().begin();
    CallEnvironment environment = new CallEnvironment(method, frames, self, arguments);
    Object name = readings.tool().evaluate(environment);
    if (name == null) {
      return null;
    }
    String tool = name.toString();
    environment.tellTool(tool);
    Object toolArguments = toolArguments(environment, arguments);
    ToolCall call = engine.identify(tool, toolArguments);
    Object session = readings.session().read(environment, frames);
    environment.tellSession(session);
    ThreadFrames.ToolFrame frame =
        shared.nesting().frame(frames, session, new Nesting.Candidate(tool, toolArguments, call));
    // What an exempt call is passed on to under another name is exempt with it.
    if (frame.isNested() || call.policy().exempt()) {
      NestedCall nested = new NestedCall(frames, frame);
      frames.call = frame;
      return nested;
    }
    GuardedCall guarded = new GuardedCall(environment, call, toolArguments, session, frame);
    shared.reports().called();
    Ruling ruling = shared.traces().judge(engine, environment, session, call);
    Shared.end(check, method, session, tool, ruling);
    return ruling instanceof Ruling.Found found
        ? act(frames, guarded, found)
        : begin(frames, guarded, ruling, null);
  }

  private @Nullable Object toolArguments(CallEnvironment environment, Object[] arguments)
      throws Throwable {
    return readings.arguments() == null
        ? method.writtenArguments(arguments)
        : readings.arguments().evaluate(environment);
  }

  private @Nullable Object act(ThreadFrames frames, GuardedCall call, Ruling.Found found)
      throws Throwable {
    LoopReport report = call.report(found.decisive());
    Action action = found.action();
    Object hint = action == Action.HINT ? hint(call.environment(), report) : null;
    if (action == Action.HINT && hint == null) {
      action = Action.ABORT;
    }
    shared.reports().ofCall(found, call, action);
    if (!action.runsCall()) {
      shared.traces().stopped(call, found, action, 0);
    }
    return switch (action) {
      case OBSERVE -> begin(frames, call, found, null);
      case WARN -> begin(frames, call, found, Messages.warning(report));
      case HINT -> hint;
      case ABORT, TERMINATE ->
          readings.refusal().of(call.environment(), report, action == Action.TERMINATE);
    };
  }

  private @Nullable Object hint(CallEnvironment environment, LoopReport report) throws Throwable {
    if (!substitution.isPossible()) {
      return null;
    }
    String message = Messages.hint(report);
    environment.tellFinding(report.finding().count(), message);
    return substitution.verdict(environment, message);
  }

  private ToolCallUnderWay begin(
      ThreadFrames frames, GuardedCall call, Ruling ruling, @Nullable String warning) {
    CallTrace trace = shared.traces().began(call, ruling, 0);
    ToolOutcome outcome =
        new ToolOutcome(shared, readings, call, ruling.recorded(), warning, trace);
    ToolCallUnderWay running = new ToolCallUnderWay(this, frames, call.frame(), outcome);
    // Last: nothing that can fail stands between the frame and the verdict that ends it.
    frames.call = call.frame();
    return running;
  }
}
