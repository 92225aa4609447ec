package io.loopsentinel.agent.config;

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

  private ReadingsReader() {}

  /** Reads the expressions that a target of a kind takes, and reports those it does not. */
  static Readings read(Section target, TargetKind kind) {
    Map<Reading, SourceExpression> found = new EnumMap<>(Reading.class);
    for (Reading reading : Reading.values()) {
      if (!target.has(reading.key())) {
        continue;
      }
      if (reading.belongsTo(kind)) {
        scalar(target, reading)
            .flatMap(scalar -> parse(scalar, reading, kind, target))
            .ifPresent(expression -> found.put(reading, expression));
      } else {
        target.error(
            target.originOfKey(reading.key()),
            "%s does not belong to a target of kind %s, only to one of kind %s"
                .formatted(
                    Wording.quoted(reading.key()), ScalarType.nameOf(kind), reading.kindNames()));
      }
    }
    if (kind == TargetKind.TOOL && !target.has(Reading.TOOL_NAME.key())) {
      target.error(
          target.origin(), target.path() + " lacks the key \"tool\": where the tool's name is");
    }
    if (kind == TargetKind.TOOL && isProjection(found.get(Reading.TOOL_NAME))) {
      checkBatch(found, target);
    }
    if (kind == TargetKind.TURN && found.containsKey(Reading.ARGS) && !target.has("tool")) {
      target.error(
          target.originOfKey("args"),
          target.nested("args") + ": the arguments of which tools? Add \"tool\"");
    }
    return of(found, InjectReader.injection(target, found.get(Reading.INJECT)));
  }

  /** Returns the expressions of a target by what they stand for. */
  static Readings of(Map<Reading, SourceExpression> found, @Nullable Injection inject) {
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
        inject);
  }

  /** A target that dispatches several calls at once has no single result. */
  private static void checkBatch(Map<Reading, SourceExpression> found, Section target) {
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
      if (found.containsKey(reading) && !isProjection(found.get(reading))) {
        target.warning(
            target.originOf(reading.key()),
            target.nested(reading.key())
                + ": without [*], which \"tool\" has, it tells nothing of the single calls");
      }
    }
  }

  private static boolean isProjection(@Nullable SourceExpression expression) {
    return expression != null && expression.expression().isProjection();
  }

  private static Optional<Scalar> scalar(Section target, Reading reading) {
    return reading == Reading.INJECT
        ? InjectReader.expression(target)
        : target.scalar(reading.key());
  }

  private static Optional<SourceExpression> parse(
      Scalar scalar, Reading reading, TargetKind kind, Section target) {
    try {
      Expression expression = Expression.parse(scalar.text(), reading.usable(kind));
      checkVariables(expression, scalar, reading, kind, target);
      return Optional.of(new SourceExpression(expression, scalar.positions()));
    } catch (ExpressionException e) {
      target.error(
          scalar.positions().at(e.offset()), target.nested(reading.key()) + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  private static void checkVariables(
      Expression expression, Scalar scalar, Reading reading, TargetKind kind, Section target) {
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
}
