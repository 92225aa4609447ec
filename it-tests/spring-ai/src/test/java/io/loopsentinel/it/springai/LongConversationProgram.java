package io.loopsentinel.it.springai;

import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.LongConversation;
import java.util.Map;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.tool.annotation.Tool;

/** Answers the messages of one conversation, whose id is in the context of tools. */
final class LongConversationProgram {

  private LongConversationProgram() {}

  /** The only tool. */
  static final class SearchTool {
    @Tool(description = "Searches the library")
    String search(String query) {
      return "books about " + query;
    }
  }

  /** Takes no arguments. */
  public static void main(String[] args) {
    try (ScriptedModelServer server = ScriptedModelServer.start(LongConversation::next)) {
      ChatClient client = ChatClient.create(SpringAi.impatient(server.baseUrl()));
      for (int i = 0; i < LongConversation.MESSAGES; i++) {
        System.out.println(
            client
                .prompt("Search again")
                .tools(new SearchTool())
                .toolContext(Map.of(ChatMemory.CONVERSATION_ID, "c-7"))
                .call()
                .content());
      }
    }
    System.exit(0); // Threads of the client go on for a minute.
  }
}
