package io.loopsentinel.agent.command.replay.recording;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tool call as it stands in a message.
 *
 * @param id what its answer names; absent in the older form
 * @param tool the tool's name
 * @param arguments a JSON text or a tree
 */
record ChatToolCall(@Nullable String id, String tool, @Nullable Object arguments) {

  /**
   * Returns the calls of a message: {@code tool_calls}, whose name and arguments stand in {@code
   * function} or beside it, or the older {@code function_call}.
   *
   * @throws MalformedRecordException if a call has no name
   */
  static List<ChatToolCall> in(JsonObject message, int number) throws MalformedRecordException {
    List<ChatToolCall> calls = new ArrayList<>();
    for (Object item : message.list("tool_calls")) {
      JsonObject call = JsonObject.of(item);
      JsonObject function = call == null ? null : call.object("function");
      calls.add(of(call, function == null ? call : function, number));
    }
    JsonObject single = message.object("function_call");
    if (single != null) {
      calls.add(of(null, single, number));
    }
    return calls;
  }

  /** Returns how long name and arguments are. */
  long characters() {
    int length =
        arguments instanceof String text
            ? text.length()
            : arguments == null ? 0 : Json.write(arguments).length();
    return (long) tool.length() + length;
  }

  private static ChatToolCall of(
      @Nullable JsonObject call, @Nullable JsonObject function, int number)
      throws MalformedRecordException {
    String tool = function == null ? null : function.text("name");
    if (function == null || tool == null) {
      throw new MalformedRecordException(
          "message " + number + ": expected a tool call with a text \"name\"");
    }
    Object id = call == null ? null : call.first("id", "tool_call_id");
    return new ChatToolCall(
        id == null ? null : String.valueOf(id), tool, function.first("arguments", "args", "input"));
  }
}
