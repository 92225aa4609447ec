package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.ToolCall;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A tool call as the guard read it.
 *
 * @param name the tool's name in full
 * @param writtenByModel whether the arguments are the model's own, as {@code args} says; else they
 *     are whatever the method is called with, and no message quotes them
 */
record GuardedCall(
    CallEnvironment environment,
    String name,
    boolean writtenByModel,
    Object session,
    ToolCall call) {

  private static final Pattern SEPARATOR = Pattern.compile("[^\\p{L}\\p{Nd}]");

  Reports.Subject subject() {
    Object given = call.arguments() == null ? Map.of() : call.arguments();
    return new Reports.Subject(environment, session, call, given);
  }

  LoopReport report(LoopEngine engine, Detection detection) {
    LoopReport report = engine.report(session, call, detection);
    return writtenByModel ? report : report.withoutArguments();
  }

  /**
   * Returns what a message beside the call's result may say. Arguments that are no text may hold by
   * then what the tool has put there, so they are not quoted.
   */
  LoopReport reportWithResult(LoopEngine engine, Detection detection) {
    LoopReport report = report(engine, detection);
    return call.arguments() instanceof String ? report : report.withoutArguments();
  }

  /** Whether an outer call is passed on as this one: the same, or with another prefix. */
  boolean continues(GuardedCall outer, LoopEngine engine) {
    return outer.call.isSameAs(call)
        || (areOfOneTool(outer.name, name)
            && engine.identify(outer.name, call.arguments()).isSameAs(outer.call));
  }

  /**
   * Whether one of two different names ends with the other, after a character that separates.
   *
   * <p>Frameworks put the name of an MCP server or client in front of those of its tools, so that
   * two servers may have tools of one name, and replace the characters that model providers refuse:
   * {@code get-weather} of the client {@code city} becomes {@code city_get_weather}.
   */
  private static boolean areOfOneTool(String name, String other) {
    String one = SEPARATOR.matcher(name).replaceAll("_");
    String two = SEPARATOR.matcher(other).replaceAll("_");
    return !one.isEmpty()
        && !two.isEmpty()
        && (one.equals(two) || one.endsWith("_" + two) || two.endsWith("_" + one));
  }
}
