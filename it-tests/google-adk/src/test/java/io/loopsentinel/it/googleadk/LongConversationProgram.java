package io.loopsentinel.it.googleadk;

import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Library;
import io.loopsentinel.it.scenario.LongConversation;

/** Answers the messages of one session of ADK. */
final class LongConversationProgram {

  private LongConversationProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    try (ScriptedModelServer server = ScriptedModelServer.startGemini(LongConversation::next)) {
      Assistant.Conversation conversation =
          Assistant.of(Dispatch.CALLED, server.baseUrl(), new SearchTool(new Library(1)))
              .conversation("ann");
      for (int i = 0; i < LongConversation.MESSAGES; i++) {
        System.out.println(conversation.answer("Search again"));
      }
    }
    System.exit(0);
  }
}
