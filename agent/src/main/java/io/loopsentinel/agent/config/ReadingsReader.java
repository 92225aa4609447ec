package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Mapping;
import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.config.Readings.Injection;
import io.loopsentinel.agent.expression.Expression;
import io.loopsentinel.agent.expression.ExpressionException;
import io.loopsentinel.agent.expression.Variable;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the expressions of a target. */
final class ReadingsReader {

  private static final String INJECT = Reading.INJECT.key();

  /** A method has at most 255 parameters (JVMS 4.3.3). */
  private static final Pattern ARGUMENT =
      Pattern.compile("arg(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-4])");

  private final Section target;
  private final TargetKind kind;
  private final Map<Reading, SourceExpression> found = new EnumMap<>(Reading.class);

  private ReadingsReader(Section target, TargetKind kind) {
    this.target = target;
    this.kind = kind;
  }

  /** Reads the expressions that a target of a kind takes, and reports those it does not. */
  static Readings read(Section target, TargetKind kind) {
    return new ReadingsReader(target, kind).read();
  }

  private Readings read() {
    for (Reading reading : Reading.values()) {
      if (target.has(reading.key())) {
        read(reading);
      }
    }
    if (kind == TargetKind.TOOL && !target.has("tool")) {
      target.error(
          target.origin(), target.path() + " lacks the key \"tool\": where the tool's name is");
    }
    if (kind == TargetKind.TOOL && isProjection(Reading.TOOL_NAME)) {
      checkBatch();
    }
    if (kind == TargetKind.TURN && found.containsKey(Reading.ARGS) && !target.has("tool")) {
      target.error(
          target.originOfKey("args"),
          target.nested("args") + ": the arguments of which tools? Add \"tool\"");
    }
    return new Readings(
        found.get(Reading.TOOL_NAME),
        found.get(Reading.ARGS),
        found.get(Reading.SESSION),
        found.get(Reading.UNLESS),
        found.get(Reading.RESULT),
        found.get(Reading.OUTPUT),
        found.get(Reading.FAILED),
        found.get(Reading.WARNED),
        found.get(Reading.THROWS),
        found.get(Reading.TEXT),
        found.get(Reading.INPUT_TOKENS),
        found.get(Reading.OUTPUT_TOKENS),
        found.get(Reading.MODEL),
        injection());
  }

  private void read(Reading reading) {
    if (reading.belongsTo(kind)) {
      scalar(reading).ifPresent(scalar -> parse(scalar, reading));
      return;
    }
    target.error(
        target.originOfKey(reading.key()),
        "%s does not belong to a target of kind %s, only to one of kind %s"
            .formatted(
                Wording.quoted(reading.key()), ScalarType.nameOf(kind), reading.kindNames()));
  }

  private void parse(Scalar scalar, Reading reading) {
    try {
      Expression expression = Expression.parse(scalar.text(), reading.usable(kind));
      checkVariables(expression, scalar, reading);
      found.put(reading, new SourceExpression(expression, scalar.positions()));
    } catch (ExpressionException e) {
      target.error(
          scalar.positions().at(e.offset()), target.nested(reading.key()) + ": " + e.getMessage());
    }
  }

  private void checkVariables(Expression expression, Scalar scalar, Reading reading) {
    for (Variable variable : expression.variables()) {
      if (!reading.usable(kind).contains(variable)) {
        Matcher place = Pattern.compile("\\b" + variable.spelling() + "\\b").matcher(scalar.text());
        target.error(
            scalar.positions().at(place.find() ? place.start() : 0),
            "%s: there is no %s here, only %s"
                .formatted(
                    target.nested(reading.key()),
                    Wording.quoted(variable.spelling()),
                    reading.variableNames(kind)));
      }
    }
  }

  /** A target that dispatches several calls at once has no single result. */
  private void checkBatch() {
    for (Reading reading : List.of(Reading.RESULT, Reading.WARNED)) {
      if (found.containsKey(reading)) {
        target.error(
            target.originOfKey(reading.key()),
            "%s is of no use where \"tool\" has [*]: the method returns for several calls at once;"
                    .formatted(Wording.quoted(reading.key()))
                + " one that is stopped is answered by an exception, see \"throws\"");
      }
    }
    for (Reading reading : List.of(Reading.OUTPUT, Reading.FAILED)) {
      if (found.containsKey(reading) && !isProjection(reading)) {
        target.warning(
            reading.key(),
            ": without [*], which \"tool\" has, it tells nothing of the single calls");
      }
    }
  }

  private boolean isProjection(Reading reading) {
    SourceExpression expression = found.get(reading);
    return expression != null && expression.expression().isProjection();
  }

  private Optional<Scalar> scalar(Reading reading) {
    ConfigNode node = target.node(reading.key());
    return reading == Reading.INJECT ? injected(node) : scalar(node, target.nested(reading.key()));
  }

  private Optional<Scalar> scalar(@Nullable ConfigNode node, String path) {
    if (node instanceof Scalar scalar && !scalar.text().isBlank() && !scalar.isNothing()) {
      return Optional.of(scalar);
    }
    if (node != null) {
      target.error(node.origin(), path + ": expected an expression, found " + node.described());
    }
    return Optional.empty();
  }

  /** Returns the expression of {@code inject: {arg0: expression}}. */
  private Optional<Scalar> injected(@Nullable ConfigNode node) {
    String path = target.nested(INJECT);
    if (!(node instanceof Mapping mapping) || mapping.entries().size() != 1) {
      target.error(
          INJECT,
          ": expected one argument and its new value, such as {arg0: \"append(arg0, message)\"};"
              + " one with a comma stands in quotes");
      return Optional.empty();
    }
    String argument = argument(mapping);
    if (!ARGUMENT.matcher(argument).matches()) {
      target.error(
          mapping.originOfKey(argument),
          "%s: expected an argument of the method (arg0, arg1 ...), found %s"
              .formatted(path, Wording.quoted(argument)));
      return Optional.empty();
    }
    return scalar(mapping.get(argument), path + "." + argument);
  }

  private @Nullable Injection injection() {
    SourceExpression value = found.get(Reading.INJECT);
    return value != null && target.node(INJECT) instanceof Mapping mapping
        ? new Injection(Integer.parseInt(argument(mapping).substring("arg".length())), value)
        : null;
  }

  private static String argument(Mapping mapping) {
    return mapping.entries().keySet().iterator().next();
  }
}
