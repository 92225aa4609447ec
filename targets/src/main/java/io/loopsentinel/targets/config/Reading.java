package io.loopsentinel.targets.config;

import static io.loopsentinel.targets.config.TargetKind.RUN;
import static io.loopsentinel.targets.config.TargetKind.TOOL;
import static io.loopsentinel.targets.config.TargetKind.TURN;
import static io.loopsentinel.targets.expression.Variable.COUNT;
import static io.loopsentinel.targets.expression.Variable.EARLIER;
import static io.loopsentinel.targets.expression.Variable.MESSAGE;
import static io.loopsentinel.targets.expression.Variable.RETURN;
import static io.loopsentinel.targets.expression.Variable.THROWN;
import static io.loopsentinel.targets.expression.Variable.WARNING;

import io.loopsentinel.targets.expression.Variable;
import io.loopsentinel.targets.text.Wording;
import java.util.List;
import java.util.stream.Stream;

/**
 * An expression that a target can have, with the kinds of target that allow it. {@code
 * docs/targets.md} documents each. They are linked and reported in this order.
 */
public enum Reading {
  UNLESS("unless", "Whether a call is not one that the target is about.", TOOL, TURN, RUN),
  TOOL_NAME("tool", "The tool's name; with [*] the names of several calls.", TOOL, TURN),
  ARGS("args", "The tool's arguments.", TOOL, TURN),
  SESSION("session", "The session's key; run ?? thread if it is absent.", TOOL, TURN, RUN),
  TEXT("text", "The model's text, or a list of its parts.", TURN),
  INPUT_TOKENS("input_tokens", "The tokens of the request.", TURN),
  CACHED_TOKENS("cached_tokens", "The tokens of the request from the provider's cache.", TURN),
  OUTPUT_TOKENS("output_tokens", "The tokens of the response.", TURN),
  MODEL("model", "The model's name, for the price of its tokens.", TURN),
  INJECT("inject", "An argument and the expression that adds warnings to it.", TURN),
  OUTPUT("output", "The text of the result; if absent, the result itself.", TOOL),
  FAILED("failed", "Whether the result reports a failure; if absent, its text says so.", TOOL),
  WARNED("warned", "The result with a warning added.", TOOL),
  THROWS("throws", "The exception that a refused call or turn throws.", TOOL, TURN),
  THROWS_TO("throws_to", "A call of the caller's handler with what would be thrown.", TURN),
  REUSED("reused", "The result built again from the output of an earlier call.", TOOL),
  RESULT("result", "The result that holds a hint.", TOOL);

  private static final List<Variable> COMMON_VARIABLES =
      List.of(
          Variable.THIS,
          Variable.METHOD,
          Variable.RUN,
          Variable.THREAD,
          Variable.INSTANCE,
          Variable.GLOBAL);

  private final String key;
  private final String meaning;

  // Error Prone does not know that List.of is immutable.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<TargetKind> kinds;

  Reading(String key, String meaning, TargetKind... kinds) {
    this.key = key;
    this.meaning = meaning;
    this.kinds = List.of(kinds);
  }

  /** Returns the key in the file. */
  public String key() {
    return key;
  }

  /** Returns the meaning in one sentence. */
  public String meaning() {
    return meaning;
  }

  public boolean appliesTo(TargetKind kind) {
    return kinds.contains(kind);
  }

  public String kindNames() {
    return Wording.oneOf(kinds.stream().map(Wording::nameOf).toList());
  }

  public List<Variable> availableVariables(TargetKind kind) {
    return Stream.concat(specificVariables(kind).stream(), COMMON_VARIABLES.stream()).toList();
  }

  public String variableNames(TargetKind kind) {
    return Wording.allOf(
        Stream.of(specificVariables(kind), List.of("arg0, arg1 ..."), COMMON_VARIABLES)
            .flatMap(names -> names.stream().map(Object::toString))
            .toList());
  }

  /** Returns the variables in addition to those that are always available. */
  private List<Variable> specificVariables(TargetKind kind) {
    return switch (this) {
      case SESSION, UNLESS -> List.of();
      // A turn's calls are in its response; a tool target evaluates these before the dispatch.
      case TOOL_NAME, ARGS -> kind == TURN ? List.of(RETURN, THROWN) : List.of();
      case OUTPUT, FAILED, TEXT, INPUT_TOKENS, CACHED_TOKENS, OUTPUT_TOKENS, MODEL ->
          List.of(RETURN, THROWN);
      case RESULT, THROWS -> List.of(MESSAGE, Variable.TOOL, Variable.SESSION, COUNT);
      case REUSED -> List.of(EARLIER, Variable.TOOL, Variable.SESSION);
      case THROWS_TO -> List.of(THROWN, Variable.SESSION);
      case WARNED -> List.of(RETURN, MESSAGE, WARNING, Variable.TOOL, Variable.SESSION);
      case INJECT -> List.of(MESSAGE, Variable.SESSION);
    };
  }
}
