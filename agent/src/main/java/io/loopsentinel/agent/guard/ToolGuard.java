package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.settings.Action;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Guards a method that dispatches one tool call. */
final class ToolGuard extends MethodGuard {

  private final GuardedMethod method;
  private final ToolReadings readings;
  private final Substitution substitution;
  private final ToolResults results;
  private final Shared shared;
  private final LoopEngine engine;

  /** Which argument is the tool's name, where that takes no look at anything else; else -1. */
  private final int nameArgument;

  ToolGuard(
      Shared shared,
      GuardedMethod method,
      ToolReadings readings,
      Substitution substitution,
      CallFilter filter) {
    super(shared, filter);
    this.method = method;
    this.readings = readings;
    this.substitution = substitution;
    this.results = new ToolResults(shared, readings);
    this.shared = shared;
    this.engine = shared.engine();
    this.nameArgument =
        engine.exemptsTools() && filter.unless() == null ? readings.tool().argument() : -1;
  }

  @Override
  @Nullable ExemptCall exemptCall(ThreadFrames frames, @Nullable Object self, Object[] arguments) {
    return nameArgument >= 0
            && arguments[nameArgument] instanceof String name
            && engine.isExempt(name)
        ? new ExemptCall(frames, this, self, arguments)
        : null;
  }

  @Override
  @Nullable Object enter(ThreadFrames frames, @Nullable Object self, Object[] arguments)
      throws Throwable {
    CheckRecorder.Check check = shared.checks().begin();
    CallEnvironment environment = new CallEnvironment(method, frames, self, arguments);
    Object name = readings.tool().evaluate(environment);
    if (name == null) {
      return null; // As profiles say it: this is no call of a tool.
    }
    String tool = name.toString();
    if (engine.isExempt(tool)) {
      ExemptCall exempt = new ExemptCall(frames, this, self, arguments);
      frames.call = exempt;
      return exempt;
    }
    GuardedCall call = read(environment, tool, arguments);
    ReadFrame frame = new ReadFrame(List.of(call));
    shared.nesting().place(frame, frames, call.session());
    if (frame.isNested()) {
      NestedCall nested = new NestedCall(frames, frame);
      frames.call = frame;
      return nested;
    }
    shared.reports().called();
    shared.tellIfNotComparable(call);
    Ruling ruling = shared.traces().judge(engine, environment, call.session(), call.call());
    Shared.end(check, method, call.session(), tool, ruling);
    if (ruling instanceof Ruling.Found found) {
      return act(frames, frame, call, found);
    }
    return begin(frames, frame, call, ruling, null);
  }

  /**
   * Reads an exempt call, within which another one asks what it is a call of.
   *
   * @param run the session of the run that was in force when it began
   * @param thread the thread that made it
   */
  ExemptCall.Reading readExempt(
      @Nullable Object run, ThreadKey thread, @Nullable Object self, Object[] arguments) {
    CallEnvironment environment = new CallEnvironment(method, run, thread, self, arguments);
    ThreadFrames asking = shared.threads().get();
    boolean wasInsideAgent = asking.insideAgent;
    asking.insideAgent = true;
    try {
      return readExempt(environment, arguments);
    } catch (Throwable failure) {
      shared.report(
          new LocatedFailure(
              environment.describeMethod(),
              environment.explain(failure),
              "what this exempt call is passed on to is judged",
              failure));
      return new ExemptCall.Reading(List.of(), environment.impliedSession());
    } finally {
      asking.insideAgent = wasInsideAgent;
    }
  }

  private ExemptCall.Reading readExempt(CallEnvironment environment, Object[] arguments)
      throws Throwable {
    String tool = String.valueOf(readings.tool().evaluate(environment));
    GuardedCall call = read(environment, tool, arguments);
    return new ExemptCall.Reading(List.of(call), call.session());
  }

  /** Reads a call of a tool. */
  private GuardedCall read(CallEnvironment environment, String tool, Object[] arguments)
      throws Throwable {
    environment.tellTool(tool);
    Object toolArguments = toolArguments(environment, arguments);
    Object session = readings.session().read(environment);
    environment.tellSession(session);
    return new GuardedCall(
        environment, engine, tool, toolArguments, readings.arguments() != null, session);
  }

  /** Returns what judges the results of its calls. */
  ToolResults results() {
    return results;
  }

  private @Nullable Object toolArguments(CallEnvironment environment, Object[] arguments)
      throws Throwable {
    return readings.arguments() == null
        ? method.writtenArguments(arguments)
        : readings.arguments().evaluate(environment);
  }

  private @Nullable Object act(
      ThreadFrames frames, ReadFrame frame, GuardedCall call, Ruling.Found found) throws Throwable {
    LoopReport report = call.report(found.decisive());
    Action action = found.action();
    Object hint = action == Action.HINT ? hint(call.environment(), report) : null;
    if (action == Action.HINT && hint == null) {
      action = Action.ABORT;
    }
    shared.reports().ofCall(found, call, report, action);
    if (!action.runsCall()) {
      shared.traces().stopped(call, found, action, 0);
    }
    return switch (action) {
      case OBSERVE -> begin(frames, frame, call, found, null);
      case WARN -> begin(frames, frame, call, found, Messages.warning(report));
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

  private PendingToolCall begin(
      ThreadFrames frames,
      ReadFrame frame,
      GuardedCall call,
      Ruling ruling,
      @Nullable String warning) {
    CallTrace trace = shared.traces().began(call, ruling, 0);
    PendingToolCall running =
        new PendingToolCall(this, frames, frame, call, ruling.recorded(), warning, trace);
    // Last: nothing that can fail stands between the frame and the verdict that ends it.
    frames.call = frame;
    return running;
  }
}
