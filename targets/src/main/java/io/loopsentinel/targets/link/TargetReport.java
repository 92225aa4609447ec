package io.loopsentinel.targets.link;

import static io.loopsentinel.targets.config.Reading.UNLESS;

import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.config.SourceExpression;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.expression.LinkedExpression;
import io.loopsentinel.targets.text.Numbers;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A report of the effect of a target on one method. The agent logs it at debug level, and {@code
 * check} prints it.
 *
 * @param method the method, with its class, parameters and result
 * @param warnings features that an expression makes impossible
 */
public record TargetReport(
    String method,
    TargetSpec target,
    List<Reading> readings,
    List<Effect> effects,
    List<String> warnings) {

  private static final String LINE = "  %-13s %s";

  /**
   * An expression.
   *
   * @param place its position in the configuration
   * @param type the static type of its value
   * @param atRunTime members that exist only in the run-time class, or are misspelt
   */
  public record Reading(
      String key, String expression, String place, String type, List<String> atRunTime) {

    public static Reading of(String key, SourceExpression source, LinkedExpression linked) {
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

  /** An effect, as a clause without a full stop. */
  public record Effect(String name, String text) {}

  public static TargetReport of(LinkedTarget linked) {
    return new TargetReport(
        describe(linked.method().method()),
        linked.method().target(),
        List.copyOf(linked.linked()),
        Effects.of(linked),
        List.copyOf(linked.mistakes()));
  }

  public TargetReport withEffect(String name, String text) {
    List<Effect> all = new ArrayList<>(effects);
    all.add(new Effect(name, text));
    return new TargetReport(method, target, readings, List.copyOf(all), warnings);
  }

  public static String title(String method, TargetSpec target) {
    return "%s as %s target %s"
        .formatted(method, target.kind().name().toLowerCase(Locale.ROOT), target.name());
  }

  /**
   * Returns a line such as {@code LangChain4j 1.19.0: tools, runs (7 methods)}; empty if no target
   * shows that the framework is there.
   *
   * @param matched the targets of the framework that match a method
   */
  public static Optional<String> summary(String title, List<TargetSpec> matched, long methods) {
    // Targets of a framework built on another one also match that one, and leave out its calls.
    boolean isOther =
        matched.stream()
            .allMatch(each -> each.fromProfile() && each.readings().containsKey(UNLESS));
    return isOther
        ? Optional.empty()
        : Optional.of(
            matched.stream()
                .map(TargetSpec::kind)
                .distinct()
                .sorted()
                .map(kind -> kind.name().toLowerCase(Locale.ROOT) + "s")
                .collect(
                    Collectors.joining(
                        ", ", title + ": ", " (%s)".formatted(Numbers.of(methods, "method")))));
  }

  /** Returns a signature such as {@code com.acme.Dispatcher.dispatch(Request, Map): ToolResult}. */
  public static String describe(Method method) {
    return GuardedMethod.signature(method) + ": " + method.getReturnType().getSimpleName();
  }

  /** Returns the report as lines; the first names the method and the target. */
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
