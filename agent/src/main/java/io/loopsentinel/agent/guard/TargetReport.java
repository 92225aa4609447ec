package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.config.SourceExpression;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.engine.text.Printable;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Says what a target does on one method; the agent logs it in debug, {@code check} prints it.
 *
 * @param method the method, with its class, parameters and result
 * @param effects what becomes of its calls
 * @param warnings what it cannot do here because of an expression
 * @param calls the methods that are called where the target reads
 */
public record TargetReport(
    String method,
    TargetSpec target,
    List<Reading> readings,
    List<Effect> effects,
    List<String> warnings,
    List<MethodCall> calls) {

  private static final String LINE = "  %-13s %s";

  /**
   * An expression.
   *
   * @param place where it begins
   * @param type name of the type of its value, as far as that is known
   * @param atRunTime members that only the class at run time can have, or else misspellings
   */
  public record Reading(
      String key, String expression, String place, String type, List<String> atRunTime) {

    static Reading of(String key, SourceExpression source, LinkedExpression linked) {
      return new Reading(
          key,
          source.expression().source(),
          source.origin().toString(),
          linked.type() == Void.class ? "null" : linked.type().getTypeName(),
          linked.notes().stream()
              .map(note -> source.at(note.offset()) + ": " + note.getMessage())
              .toList());
    }
  }

  /** A call of a method in an expression, and where it stands. */
  public record MethodCall(Method method, String place) {}

  /** What becomes of something, in a clause without a full stop. */
  public record Effect(String name, String text) {}

  static TargetReport of(LinkedTarget linked) {
    return new TargetReport(
        describe(linked.method().method()),
        linked.method().target(),
        List.copyOf(linked.linked()),
        Effects.of(linked),
        List.copyOf(linked.mistakes()),
        List.copyOf(linked.calls()));
  }

  /** Returns the same with more warnings. */
  public TargetReport warnedOf(List<String> more) {
    return new TargetReport(
        method,
        target,
        readings,
        effects,
        Stream.concat(warnings.stream(), more.stream()).toList(),
        calls);
  }

  /** Returns what says that a method is guarded, and by which target. */
  public static String title(String method, TargetSpec target) {
    return "%s as %s target %s"
        .formatted(method, target.kind().name().toLowerCase(Locale.ROOT), target.name());
  }

  /** Returns a method as in {@code com.acme.Dispatcher.dispatch(Request, Map): ToolResult}. */
  public static String describe(Method method) {
    return GuardedMethod.signature(method) + ": " + method.getReturnType().getSimpleName();
  }

  /** Returns it as lines, the first of which names the method and the target. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(title(method, target) + " (" + target.origin() + ")");
    for (Reading reading : readings) {
      String source = Printable.of(reading.expression(), reading.expression().length());
      lines.add(LINE.formatted(reading.key(), source + " -> " + reading.type()));
      reading.atRunTime().forEach(note -> lines.add(LINE.formatted("", "at run time: " + note)));
    }
    effects.forEach(effect -> lines.add(LINE.formatted(effect.name(), effect.text())));
    warnings.forEach(warning -> lines.add(LINE.formatted("warning", warning)));
    return lines;
  }
}
