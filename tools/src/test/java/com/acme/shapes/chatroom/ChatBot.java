package com.acme.shapes.chatroom;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Does what people tell it with a slash: no model decides anything. */
public final class ChatBot {

  /** What a person typed. */
  public record SlashCommand(String name, Map<String, Object> arguments) {}

  private final ChatClient client = new ChatClient();
  private final Map<String, Function<Map<String, Object>, String>> commands = new HashMap<>();

  public int run(String conversationId, List<SlashCommand> typed) throws IOException {
    int delivered = 0;
    for (SlashCommand command : typed) {
      delivered += client.chat(List.of(conversationId, dispatch(command))).recipients();
    }
    return delivered;
  }

  private String dispatch(SlashCommand command) {
    Function<Map<String, Object>, String> body = commands.get(command.name());
    if (body == null) {
      return "Unknown command: /" + command.name();
    }
    return body.apply(command.arguments());
  }
}
