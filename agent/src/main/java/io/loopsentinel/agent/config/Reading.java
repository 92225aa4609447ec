package io.loopsentinel.agent.config;

import static io.loopsentinel.agent.config.TargetKind.RUN;
import static io.loopsentinel.agent.config.TargetKind.TOOL;
import static io.loopsentinel.agent.config.TargetKind.TURN;
import static io.loopsentinel.agent.expression.Variable.COUNT;
import static io.loopsentinel.agent.expression.Variable.MESSAGE;
import static io.loopsentinel.agent.expression.Variable.RETURN;
import static io.loopsentinel.agent.expression.Variable.THROWN;
import static io.loopsentinel.agent.expression.Variable.WARNING;

import io.loopsentinel.agent.expression.Variable;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What an expression of a target stands for, for which kinds of target it may be given, and which
 * values it can use besides those that are always there.
 */
enum Reading {
  TOOL_NAME("tool", List.of(TOOL, TURN), List.of()),
  ARGS("args", List.of(TOOL, TURN), List.of()),
  SESSION("session", List.of(TOOL, TURN, RUN), List.of()),
  UNLESS("unless", List.of(TOOL, TURN, RUN), List.of()),
  RESULT("result", List.of(TOOL), List.of(MESSAGE, Variable.TOOL, Variable.SESSION, COUNT)),
  OUTPUT("output", List.of(TOOL), List.of(RETURN, THROWN)),
  FAILED("failed", List.of(TOOL), List.of(RETURN, THROWN)),
  WARNED(
      "warned", List.of(TOOL), List.of(RETURN, MESSAGE, WARNING, Variable.TOOL, Variable.SESSION)),
  THROWS("throws", List.of(TOOL, TURN), List.of(MESSAGE, Variable.TOOL, Variable.SESSION, COUNT)),
  TEXT("text", List.of(TURN), List.of(RETURN, THROWN)),
  INPUT_TOKENS("input_tokens", List.of(TURN), List.of(RETURN, THROWN)),
  OUTPUT_TOKENS("output_tokens", List.of(TURN), List.of(RETURN, THROWN)),
  MODEL("model", List.of(TURN), List.of(RETURN, THROWN)),
  /** Its value is a map of one argument to the expression. */
  INJECT("inject", List.of(TURN), List.of(MESSAGE, Variable.SESSION));

  static final List<String> KEYS = Arrays.stream(values()).map(Reading::key).toList();

  private static final List<Variable> ALWAYS =
      List.of(
          Variable.THIS,
          Variable.METHOD,
          Variable.RUN,
          Variable.THREAD,
          Variable.INSTANCE,
          Variable.GLOBAL);

  private final String key;

  // Error Prone does not know that List.of is immutable.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<TargetKind> kinds;

  @SuppressWarnings("ImmutableEnumChecker")
  private final List<Variable> own;

  Reading(String key, List<TargetKind> kinds, List<Variable> own) {
    this.key = key;
    this.kinds = kinds;
    this.own = own;
  }

  String key() {
    return key;
  }

  boolean belongsTo(TargetKind kind) {
    return kinds.contains(kind);
  }

  /** Names the kinds in a message: "tool or turn". */
  String kindNames() {
    return Wording.oneOf(kinds.stream().map(ScalarType::nameOf).toList());
  }

  /** Returns the variables that it can use in a target of a kind. */
  List<Variable> usable(TargetKind kind) {
    return Stream.concat(own(kind).stream(), ALWAYS.stream()).toList();
  }

  String variableNames(TargetKind kind) {
    return Wording.allOf(
        Stream.of(
                own(kind).stream().map(Variable::spelling),
                Stream.of("arg0, arg1 ..."),
                ALWAYS.stream().map(Variable::spelling))
            .flatMap(names -> names)
            .toList());
  }

  /** The calls that a turn asks for stand in its response; a dispatch has not happened yet. */
  private List<Variable> own(TargetKind kind) {
    return kind == TURN && (this == TOOL_NAME || this == ARGS) ? List.of(RETURN, THROWN) : own;
  }
}
