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
public enum Reading {
  /**
   * The tool's name (required of tool targets); the names of all tools that a response asks for.
   */
  TOOL_NAME("tool", List.of(TOOL, TURN), List.of()),
  /**
   * The tool's arguments (absent: the method's own as a list); those of each call of a response.
   */
  ARGS("args", List.of(TOOL, TURN), List.of()),
  /** The session's key (absent: {@code run ?? thread}; of a run: a session of its own). */
  SESSION("session", List.of(TOOL, TURN, RUN), List.of()),
  /** Whether a call is none that the target is about (absent: all are). */
  UNLESS("unless", List.of(TOOL, TURN, RUN), List.of()),
  /** Builds the synthetic result. */
  RESULT("result", List.of(TOOL), List.of(MESSAGE, Variable.TOOL, Variable.SESSION, COUNT)),
  /** The text of the result (absent: the result itself). */
  OUTPUT("output", List.of(TOOL), List.of(RETURN, THROWN)),
  /** Whether the result tells of a failure (absent: its text says). */
  FAILED("failed", List.of(TOOL), List.of(RETURN, THROWN)),
  /** Builds the result once more, with the text it had and a warning. */
  WARNED(
      "warned", List.of(TOOL), List.of(RETURN, MESSAGE, WARNING, Variable.TOOL, Variable.SESSION)),
  /** Builds what is thrown in the place of a refused call or turn (absent: the error itself). */
  THROWS("throws", List.of(TOOL, TURN), List.of(MESSAGE, Variable.TOOL, Variable.SESSION, COUNT)),
  /** The model's text. */
  TEXT("text", List.of(TURN), List.of(RETURN, THROWN)),
  /** Tokens of the request. */
  INPUT_TOKENS("input_tokens", List.of(TURN), List.of(RETURN, THROWN)),
  /** Tokens of the response. */
  OUTPUT_TOKENS("output_tokens", List.of(TURN), List.of(RETURN, THROWN)),
  /** The model's name. */
  MODEL("model", List.of(TURN), List.of(RETURN, THROWN)),
  /** Puts warnings into the next request; in the file a map of one argument to the expression. */
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

  /** Returns the key under which it stands in the file. */
  public String key() {
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
        Stream.of(own(kind), List.of("arg0, arg1 ..."), ALWAYS)
            .flatMap(names -> names.stream().map(Object::toString))
            .toList());
  }

  /** The calls that a turn asks for stand in its response; a dispatch has not happened yet. */
  private List<Variable> own(TargetKind kind) {
    return kind == TURN && (this == TOOL_NAME || this == ARGS) ? List.of(RETURN, THROWN) : own;
  }
}
