package io.loopsentinel.it.springaialibaba;

import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.loopsentinel.it.scenario.Library;
import io.loopsentinel.it.scenario.LongConversation;

/** Answers the messages of one thread of a graph. */
final class LongConversationProgram {

  private LongConversationProgram() {}

  private static Reply next(Conversation conversation) {
    return LongConversation.next(conversation, AlibabaApplication.HABITS.search("loops"));
  }

  /** Takes no arguments. */
  public static void main(String[] args) throws Exception {
    try (ScriptedModelServer server = ScriptedModelServer.start(LongConversationProgram::next)) {
      Assistant conversation = Assistant.of(Dispatch.CALLED, ModelBehaviour.HEALTHY, server.baseUrl(), new Library(1));
      for (int i = 0; i < LongConversation.MESSAGES; i++) {
        System.out.println(conversation.answer("Search again"));
      }
    }
    System.exit(0);
  }
}
