package io.loopsentinel.it.langchain4j;

import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import io.loopsentinel.LoopSentinel;
import io.loopsentinel.LoopSession;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Conversation.Message;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.util.List;

/**
 * Asks an assistant whose model calls a tool until it is told something from outside, which happens
 * after the first result, and then says where it was told; prints its answer and the number of
 * requests.
 */
final class ToldProgram {

  private ToldProgram() {}

  /** The argument names the tool. */
  public static void main(String[] args) {
    try (ScriptedModelServer model =
        ScriptedModelServer.start(conversation -> next(conversation, args[0]))) {
      Assistant assistant =
          AiServices.builder(Assistant.class)
              .chatModel(
                  OpenAiChatModel.builder()
                      .baseUrl(model.baseUrl())
                      .apiKey("none")
                      .modelName("scripted")
                      .build())
              .tools(new SearchTool(1))
              .hallucinatedToolNameStrategy(
                  call -> ToolExecutionResultMessage.from(call, "There is no tool " + call.name()))
              .build();
      System.out.println(answer(assistant) + " after " + model.log().requests() + " requests");
    }
  }

  private static Reply next(Conversation conversation, String tool) {
    List<Message> messages = conversation.messages();
    Message latest = messages.get(messages.size() - 1);
    if (latest.text().contains("A word from the operator: Look in the cellar.")) {
      return new Answer("told by " + latest.role());
    }
    if (messages.size() > 8) {
      return new Answer("not told");
    }
    if (latest.role().equals("tool")) {
      for (LoopSession session : LoopSentinel.sessions()) {
        LoopSentinel.tell(session.key(), "Look in the cellar.");
      }
    }
    return new ToolCalls(List.of(new ToolCall(tool, "{\"query\": \"" + messages.size() + "\"}")));
  }

  private static String answer(Assistant assistant) {
    try {
      return assistant.answer("What is there on loops?");
    } catch (Throwable e) {
      return e.toString();
    }
  }
}
