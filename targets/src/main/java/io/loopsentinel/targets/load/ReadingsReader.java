package io.loopsentinel.targets.load;

import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.config.SourceExpression;
import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.targets.expression.Expression;
import io.loopsentinel.targets.expression.ExpressionException;
import io.loopsentinel.targets.expression.Variable;
import io.loopsentinel.targets.load.Key.Other;
import io.loopsentinel.targets.text.Wording;
import io.loopsentinel.targets.yaml.ConfigNode;
import io.loopsentinel.targets.yaml.ConfigNode.Mapping;
import io.loopsentinel.targets.yaml.ConfigNode.Scalar;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the expressions of a target. */
final class ReadingsReader {

  /** A method has at most 255 parameters (JVMS 4.3.3). */
  private static final Pattern ARGUMENT =
      Pattern.compile("arg(0|[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-4])");

  static final Key INJECT =
      new Other(
          Reading.INJECT.key(),
          "one argument and its new value, such as {arg0: \"append(arg0, message)\"}",
          """
          {"type": "object", "minProperties": 1, "maxProperties": 1, "additionalProperties": false,
           "patternProperties": {
             "^arg[0-9]{1,3}$": {"type": ["string", "number", "boolean"]}}}""",
          true,
          Reading.INJECT.meaning());

  private final Section target;
  private final TargetKind kind;
  private final Map<Reading, SourceExpression> expressions = new EnumMap<>(Reading.class);
  private int injected;

  ReadingsReader(Section target, TargetKind kind) {
    this.target = target;
    this.kind = kind;
  }

  int injected() {
    return injected;
  }

  Map<Reading, SourceExpression> read() {
    for (Reading reading : Reading.values()) {
      if (target.has(reading.key())) {
        read(reading);
      }
    }
    if (kind == TargetKind.TOOL && isProjection(Reading.TOOL_NAME)) {
      checkBatch();
    }
    if (kind == TargetKind.TURN && expressions.containsKey(Reading.ARGS) && !target.has("tool")) {
      target.keyError(
          "args", target.pathOf("args") + " needs the key \"tool\", the names of the tools");
    }
    return expressions;
  }

  private void read(Reading reading) {
    String key = reading.key();
    ConfigNode node = target.node(key);
    String path = target.pathOf(key);
    if (!reading.appliesTo(kind)) {
      TargetsReader.reportMisplaced(target, key, kind, reading.kindNames());
      return;
    }
    if (reading == Reading.INJECT) {
      if (!(node instanceof Mapping mapping) || mapping.values().size() != 1) {
        target.error(
            key,
            ": expected one argument and its new value, such as {arg0: \"append(arg0, message)\"};"
                + " quote a value that contains a comma");
        return;
      }
      String argument = mapping.values().keySet().iterator().next();
      if (!ARGUMENT.matcher(argument).matches()) {
        target.error(
            mapping.originOfKey(argument),
            "%s: expected an argument of the method (arg0, arg1 ...), found %s"
                .formatted(path, Wording.quoted(argument)));
        return;
      }
      injected = Integer.parseInt(argument.substring("arg".length()));
      node = mapping.values().get(argument);
      path += "." + argument;
    }
    if (node != null) {
      parse(node, path, reading).ifPresent(expression -> expressions.put(reading, expression));
    }
  }

  /** Parses an expression with the variables of a reading. */
  Optional<SourceExpression> parse(ConfigNode node, String path, Reading reading) {
    if (node.isUnresolved()) {
      return Optional.empty();
    }
    if (!(node instanceof Scalar scalar) || scalar.text().isBlank() || scalar.isNull()) {
      target.error(node.origin(), path + ": expected an expression, found " + node.describe());
      return Optional.empty();
    }
    List<Variable> usable = reading.availableVariables(kind);
    try {
      Expression expression = Expression.parse(scalar.text(), usable);
      for (Variable variable : expression.variables()) {
        if (!usable.contains(variable)) {
          Matcher place = Pattern.compile("(?<!\\.)\\b" + variable + "\\b").matcher(scalar.text());
          target.error(
              scalar.positions().at(place.find() ? place.start() : 0),
              "%s: there is no \"%s\" here, only %s"
                  .formatted(path, variable, reading.variableNames(kind)));
        }
      }
      return Optional.of(new SourceExpression(expression, scalar.positions()));
    } catch (ExpressionException e) {
      target.error(scalar.positions().at(e.offset()), path + ": " + e.getMessage());
      return Optional.empty();
    }
  }

  /** A target that dispatches several calls at once has no single result. */
  private void checkBatch() {
    for (Reading reading : expressions.keySet()) {
      if (reading == Reading.RESULT || reading == Reading.WARNED) {
        target.keyError(
            reading.key(),
            "\"%s\" cannot be used if \"tool\" has [*]: the method returns once for several"
                    .formatted(reading.key())
                + " calls; a stopped call is answered by an exception, see \"throws\"");
      }
      if ((reading == Reading.OUTPUT || reading == Reading.FAILED) && !isProjection(reading)) {
        target.warning(
            reading.key(),
            ": without [*], which \"tool\" has, it says nothing about the single calls");
      }
    }
  }

  private boolean isProjection(Reading reading) {
    SourceExpression expression = expressions.get(reading);
    return expression != null && expression.expression().isProjection();
  }
}
