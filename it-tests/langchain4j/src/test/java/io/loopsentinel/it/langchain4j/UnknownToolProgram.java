package io.loopsentinel.it.langchain4j;

import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.service.AiServices;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Conversation.Message;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.util.List;

/**
 * Asks an assistant whose model calls a tool that does not exist until it is told of its loop, and
 * then says where it was told; prints its answer and the number of requests.
 */
final class UnknownToolProgram {

  private UnknownToolProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    try (ScriptedModelServer model = ScriptedModelServer.start(UnknownToolProgram::next)) {
      Assistant assistant =
          AiServices.builder(Assistant.class)
              .chatModel(AssistantsSince10.model(model.baseUrl()))
              .tools(new SearchTool())
              .hallucinatedToolNameStrategy(
                  call -> ToolExecutionResultMessage.from(call, "There is no tool " + call.name()))
              .build();
      System.out.println(answer(assistant) + " after " + model.log().requests() + " requests");
    }
  }

  private static Reply next(Conversation conversation) {
    Message latest = conversation.messages().get(conversation.messages().size() - 1);
    return latest.text().contains(Conversation.LOOP_MARK)
        ? new Answer("told by " + latest.role())
        : new ToolCalls(List.of(new ToolCall("serach", "{\"query\": \"loops\"}")));
  }

  private static String answer(Assistant assistant) {
    try {
      return assistant.answer("What is there on loops?");
    } catch (Throwable e) {
      return e.toString();
    }
  }
}
