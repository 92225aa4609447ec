package io.loopsentinel.agent.guard.call;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.call.ToolCall;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.RecordedCall;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A tool call as read by the guard.
 *
 * @param name the tool's full name
 * @param writtenByModel whether the model wrote the arguments, as with a target that has {@code
 *     args}. If not, they are the method's arguments, and messages do not quote them
 */
public record DispatchedCall(
    CallEnvironment environment,
    String name,
    boolean writtenByModel,
    Object session,
    ToolCall call) {

  private static final Pattern SEPARATOR = Pattern.compile("[^\\p{L}\\p{Nd}]");

  public CallSubject subject() {
    Object given = call.arguments() == null ? Map.of() : call.arguments();
    return new CallSubject(environment, session, call, given);
  }

  /** Returns the labels of this call; those of a recorded call include its session's. */
  public Attribution attribution(LoopEngine engine, Decision decision) {
    RecordedCall recorded = decision.recorded();
    return recorded == null ? subject().attribution(engine) : recorded.attribution();
  }

  public LoopReport report(LoopEngine engine, Detection detection) {
    LoopReport report = engine.report(session, call, detection);
    return writtenByModel ? report : report.withoutArguments();
  }

  /**
   * Returns the facts for a message that accompanies the call's result. The tool may have modified
   * arguments that are not text, so they are not quoted.
   */
  public LoopReport reportWithResult(LoopEngine engine, Detection detection) {
    LoopReport report = report(engine, detection);
    return call.arguments() instanceof String ? report : report.withoutArguments();
  }

  /** Returns whether this call forwards an outer one: the same call, or with another prefix. */
  boolean forwards(DispatchedCall outer, LoopEngine engine) {
    return outer.call.isSameAs(call)
        || (areOfOneTool(outer.name, name)
            && engine.identify(outer.name, call.arguments()).isSameAs(outer.call));
  }

  /**
   * Returns whether one name is the other with a prefix and a separator.
   *
   * <p>Frameworks prefix tool names with the name of an MCP server or client, so that two servers
   * can have tools of the same name, and replace characters that model providers reject: {@code
   * get-weather} of the client {@code city} becomes {@code city_get_weather}.
   */
  private static boolean areOfOneTool(String name, String other) {
    String one = SEPARATOR.matcher(name).replaceAll("_");
    String two = SEPARATOR.matcher(other).replaceAll("_");
    return !one.isEmpty()
        && !two.isEmpty()
        && (one.equals(two) || one.endsWith("_" + two) || two.endsWith("_" + one));
  }
}
