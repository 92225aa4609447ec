package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.CheckRecorder;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.Engine;
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
  private final Engine engine;

  /** Which argument is the tool's name, where that takes no look at anything else; else -1. */
  private final int nameArgument;

  /** The exempt tool that was called last: to compare takes 1 ns, to look it up took 4. */
  private @Nullable String lastExempt;

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
    this.results = new ToolResults(shared, readings);
    this.shared = shared;
    this.engine = shared.engine();
    this.nameArgument =
        engine.exemptsTools() && terms.unless() == null ? readings.tool().argument() : -1;
  }

  @Override
  @Nullable ExemptCall exemptCall(ThreadFrames frames, @Nullable Object self, Object[] arguments) {
    return nameArgument >= 0 && arguments[nameArgument] instanceof String name && isExempt(name)
        ? new ExemptCall(frames, this, self, arguments)
        : null;
  }

  @Override
  @Nullable Object enter(ThreadFrames frames, @Nullable Object self, Object[] arguments)
      throws Throwable {
    CheckRecorder.Check check = shared.checks().begin();
    ToolCallUnderWay running = frames.idleCall();
    CallEnvironment environment = running.environment();
    environment.begin(method, frames, self, arguments);
    Object name = readings.tool().evaluate(environment);
    if (name == null) {
      running.release();
      return null;
    }
    String tool = name.toString();
    if (isExempt(tool)) {
      running.release();
      ExemptCall exempt = new ExemptCall(frames, this, self, arguments);
      frames.call = exempt;
      return exempt;
    }
    GuardedCall call = running.call();
    Object session = read(call, tool, arguments);
    shared.nesting().place(running.frame(), frames, session);
    if (running.frame().isNested()) {
      return running.beginUnjudged();
    }
    shared.reports().called();
    Ruling ruling = shared.traces().judge(engine, environment, session, call.call());
    Shared.end(check, method, session, tool, ruling);
    Object verdict =
        ruling instanceof Ruling.Found found ? act(running, found) : begin(running, ruling, null);
    if (verdict != running) {
      running.release();
    }
    return verdict;
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
    GuardedCall call = new GuardedCall(environment);
    environment.standFor(call);
    Object session = read(call, tool, arguments);
    return new ExemptCall.Reading(List.of(call), session);
  }

  /** Reads a call of a tool; returns its session. */
  private Object read(GuardedCall call, String tool, Object[] arguments) throws Throwable {
    CallEnvironment environment = call.environment();
    call.begin(engine, tool);
    call.tellArguments(toolArguments(environment, arguments));
    Object session = readings.session().read(environment);
    call.tellSession(session);
    return session;
  }

  private boolean isExempt(String tool) {
    if (tool.equals(lastExempt)) {
      return true;
    }
    if (!engine.isExempt(tool)) {
      return false;
    }
    lastExempt = tool;
    return true;
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

  private @Nullable Object act(ToolCallUnderWay running, Ruling.Found found) throws Throwable {
    GuardedCall call = running.call();
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
      case OBSERVE -> begin(running, found, null);
      case WARN -> begin(running, found, Messages.warning(report));
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
      ToolCallUnderWay running, Ruling ruling, @Nullable String warning) {
    CallTrace trace = shared.traces().began(running.call(), ruling, 0);
    return running.begin(this, ruling.recorded(), warning, trace);
  }
}
