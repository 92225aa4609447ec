package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.Action;
import io.loopsentinel.agent.fingerprint.CanonicalJson;
import io.loopsentinel.agent.response.LoopErrors;
import io.loopsentinel.agent.response.LoopReport;
import io.loopsentinel.agent.response.Messages;
import io.loopsentinel.agent.session.Engine;
import io.loopsentinel.agent.session.RecordedCall;
import io.loopsentinel.agent.session.Ruling;
import io.loopsentinel.agent.session.ToolCall;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Guards a method that dispatches one tool call. */
final class ToolGuard extends MethodGuard {

  /** Characters of the arguments that a message to the model repeats. */
  private static final int SHOWN_ARGUMENTS = 200;

  private final GuardedMethod method;
  private final ToolReadings readings;
  private final Substitution substitution;
  private final Engine engine;
  private final FindingLog findings;

  ToolGuard(
      Shared shared,
      GuardedMethod method,
      ToolReadings readings,
      Substitution substitution,
      FailureBreaker breaker) {
    super(shared.threads(), breaker);
    this.method = method;
    this.readings = readings;
    this.substitution = substitution;
    this.engine = shared.engine();
    this.findings = shared.findings();
  }

  @Override
  @Nullable Object enter(ThreadFrames frames, @Nullable Object self, Object[] arguments)
      throws Throwable {
    CallEnvironment environment = new CallEnvironment(method, frames, self, arguments);
    Object name = readings.tool().evaluate(environment);
    if (name == null) {
      return null;
    }
    String tool = name.toString();
    if (engine.isExempt(tool)) {
      return null;
    }
    environment.tellTool(tool);
    Object toolArguments = toolArguments(environment, arguments);
    ToolCall call = engine.identify(tool, toolArguments);
    Object session = readings.session().read(environment, frames);
    environment.tellSession(session);
    if (frames.isNested(session, call.fingerprint())) {
      return null;
    }
    Ruling ruling = engine.judge(session, call);
    if (ruling instanceof Ruling.Found found) {
      return act(frames, environment, call, session, toolArguments, found);
    }
    RecordedCall recorded = ((Ruling.Pass) ruling).recorded();
    return begin(frames, environment, call, session, recorded, null);
  }

  private @Nullable Object toolArguments(CallEnvironment environment, Object[] arguments)
      throws Throwable {
    return readings.arguments() == null
        ? Arrays.asList(arguments)
        : readings.arguments().evaluate(environment);
  }

  private @Nullable Object act(
      ThreadFrames frames,
      CallEnvironment environment,
      ToolCall call,
      Object session,
      @Nullable Object toolArguments,
      Ruling.Found found)
      throws Throwable {
    LoopReport report =
        new LoopReport(
            call.tool(),
            found.finding(),
            found.occurrence(),
            found.next(),
            call.policy(),
            CanonicalJson.render(toolArguments, SHOWN_ARGUMENTS),
            session.toString());
    Action action = found.action();
    Object hint = action == Action.HINT ? hint(environment, report) : null;
    if (action == Action.HINT && hint == null) {
      action = Action.ABORT;
    }
    findings.report(report, found, action);
    return switch (action) {
      case OBSERVE -> begin(frames, environment, call, session, found.recorded(), null);
      case WARN ->
          begin(frames, environment, call, session, found.recorded(), Messages.warning(report));
      case HINT -> hint;
      case ABORT -> LoopErrors.error(report, false);
      case TERMINATE -> LoopErrors.error(report, true);
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
      ThreadFrames frames,
      CallEnvironment environment,
      ToolCall call,
      Object session,
      @Nullable RecordedCall recorded,
      @Nullable String warning) {
    ThreadFrames.ToolFrame frame = frames.push(session, call.fingerprint());
    return new ToolCallUnderWay(
        this, engine, frames, frame, environment, readings.output(), recorded, warning);
  }
}
