package com.acme.shapes.stamped;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Tracks parcels. */
public final class Courier {

  /** A model. */
  public interface Assistant {
    List<PendingCall> respond(List<String> messages);
  }

  private final Assistant assistant;
  private final Map<String, Function<Map<String, Object>, String>> tools;

  public Courier(Assistant assistant, Map<String, Function<Map<String, Object>, String>> tools) {
    this.assistant = assistant;
    this.tools = tools;
  }

  public List<String> track(String parcel) {
    List<String> messages = new ArrayList<>(List.of("Where is parcel " + parcel + "?"));
    for (List<PendingCall> calls = assistant.respond(messages);
        !calls.isEmpty();
        calls = assistant.respond(messages)) {
      for (PendingCall call : calls) {
        messages.add(execute(call));
      }
    }
    return messages;
  }

  private String execute(PendingCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.tool());
    if (tool == null) {
      return "Unknown tool: " + call.tool();
    }
    return tool.apply(call.arguments());
  }
}
