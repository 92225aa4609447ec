package io.loopsentinel.agent.config;

import static io.loopsentinel.agent.config.TargetKind.RUN;
import static io.loopsentinel.agent.config.TargetKind.TOOL;
import static io.loopsentinel.agent.config.TargetKind.TURN;

import java.util.List;

/** What an expression of a target stands for, and for which kinds of target it may be given. */
enum Reading {
  TOOL_NAME("tool", TOOL),
  ARGS("args", TOOL),
  SESSION("session", TOOL, TURN, RUN),
  RESULT("result", TOOL),
  OUTPUT("output", TOOL),
  TEXT("text", TURN),
  INPUT_TOKENS("input_tokens", TURN),
  OUTPUT_TOKENS("output_tokens", TURN);

  private final String key;

  // Error Prone does not know that List.of is immutable.
  @SuppressWarnings("ImmutableEnumChecker")
  private final List<TargetKind> kinds;

  Reading(String key, TargetKind... kinds) {
    this.key = key;
    this.kinds = List.of(kinds);
  }

  /** The key of a target under which it stands. */
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
}
