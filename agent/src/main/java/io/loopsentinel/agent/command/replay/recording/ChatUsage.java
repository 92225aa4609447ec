package io.loopsentinel.agent.command.replay.recording;

import org.jspecify.annotations.Nullable;

/** Reads the object {@code usage} of a run or a message, in the names of several providers. */
final class ChatUsage {

  private ChatUsage() {}

  static @Nullable Usage of(@Nullable JsonObject usage) {
    if (usage == null) {
      return null;
    }
    long input = usage.number("prompt_tokens", usage.number("input_tokens", -1));
    long output = usage.number("completion_tokens", usage.number("output_tokens", -1));
    if (input < 0 && output < 0) {
      long total = usage.number("total_tokens", -1);
      return total < 0 ? null : new Usage(total, 0);
    }
    return new Usage(Math.max(0, input), Math.max(0, output));
  }
}
