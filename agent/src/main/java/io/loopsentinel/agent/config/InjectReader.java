package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Mapping;
import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.config.Readings.Injection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@code inject: {arg0: expression}}. */
final class InjectReader {

  private static final String KEY = Reading.INJECT.key();
  private static final String EXAMPLE = "{arg0: \"append(arg0, message)\"}";

  /** A method has at most 255 parameters (JVMS 4.3.3). */
  private static final Pattern ARGUMENT =
      Pattern.compile("arg(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-4])");

  private InjectReader() {}

  /** Returns the expression that builds the argument, or reports that there is none. */
  static Optional<Scalar> expression(Section target) {
    ConfigNode node = target.node(KEY);
    if (!(node instanceof Mapping mapping) || mapping.entries().size() != 1) {
      target.error(
          target.originOf(KEY),
          target.nested(KEY)
              + ": expected one argument and its new value, such as "
              + EXAMPLE
              + "; one with a comma stands in quotes");
      return Optional.empty();
    }
    String argument = argument(mapping);
    if (!ARGUMENT.matcher(argument).matches()) {
      target.error(
          mapping.originOfKey(argument),
          "%s: expected an argument of the method (arg0, arg1 ...), found %s"
              .formatted(target.nested(KEY), Wording.quoted(argument)));
      return Optional.empty();
    }
    Section arguments =
        Section.of(mapping, target.nested(KEY), List.of(argument), target.problems());
    return arguments.scalar(argument);
  }

  /** Returns the whole, once its expression is parsed. */
  static @Nullable Injection injection(Section target, @Nullable SourceExpression value) {
    return value != null && target.node(KEY) instanceof Mapping mapping
        ? new Injection(Integer.parseInt(argument(mapping).substring("arg".length())), value)
        : null;
  }

  private static String argument(Mapping mapping) {
    return mapping.entries().keySet().iterator().next();
  }
}
