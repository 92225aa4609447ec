package com.acme.shapes.metamember;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Books rooms with the tools of a server. */
public final class Concierge {

  /** A model. */
  public interface Brain {
    Thought think(List<String> messages, List<String> toolNames);
  }

  /** What it thinks. */
  public record Thought(String text, String toolName, Map<String, Object> toolArguments) {}

  private final Brain brain;
  private final ToolServerClient server;

  public Concierge(Brain brain, ToolServerClient server) {
    this.brain = brain;
    this.server = server;
  }

  public String ask(String guestId, String wish) throws IOException {
    List<String> messages = new ArrayList<>(List.of(wish));
    Thought thought = brain.think(messages, server.listTools());
    for (int call = 0; thought.toolName() != null; call++) {
      CallToolResult result =
          server.callTool(
              new CallToolRequest(
                  Map.of("guest", guestId, "call", call),
                  thought.toolName(),
                  thought.toolArguments(),
                  "p" + call));
      messages.add(String.join("\n", result.content()));
      thought = brain.think(messages, List.of());
    }
    return thought.text();
  }
}
