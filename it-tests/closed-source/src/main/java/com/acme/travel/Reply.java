package com.acme.travel;

import com.acme.json.Json;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the model says. */
record Reply(String text, List<Action> actions, Object raw, long tokens) {

  static Reply of(@Nullable Object response) {
    Object message = Json.at(response, "choices", 0, "message");
    Object calls = Json.at(message, "tool_calls");
    List<Action> actions = new ArrayList<>();
    if (calls instanceof List<?> list) {
      list.forEach(call -> actions.add(action(call)));
    }
    return new Reply(
        Json.text(message, "content"),
        actions,
        calls == null ? List.of() : calls,
        Json.number(response, "usage", "total_tokens"));
  }

  private static Action action(@Nullable Object call) {
    return new Action(
        Json.text(call, "id"),
        Json.text(call, "function", "name"),
        Json.object(Json.read(Json.text(call, "function", "arguments"))));
  }
}
