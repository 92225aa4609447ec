package io.loopsentinel.it.langchain4j;

import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
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
 * Asks an assistant whose model calls a tool until it is told of its loop, and then says where it
 * was told; prints its answer, the number of requests, and whether the hint is marked.
 */
final class UnknownToolProgram {

  private UnknownToolProgram() {}

  /** The argument names the tool. */
  public static void main(String[] args) {
    try (ScriptedModelServer model = ScriptedModelServer.start(seen -> next(seen, args[0]))) {
      ChatMemory memory = MessageWindowChatMemory.withMaxMessages(100);
      Assistant assistant =
          AiServices.builder(Assistant.class)
              .chatModel(AssistantsSince10.model(model.baseUrl()))
              .chatMemory(memory)
              .tools(new SearchTool())
              .hallucinatedToolNameStrategy(
                  call -> ToolExecutionResultMessage.from(call, "There is no tool " + call.name()))
              .build();
      String answer = answer(assistant);
      boolean marked = memory.messages().toString().contains("io.loopsentinel/hint=true");
      System.out.println(
          answer
              + " after %d requests%s".formatted(model.log().requests(), marked ? ", marked" : ""));
    }
  }

  private static Reply next(Conversation conversation, String tool) {
    Message latest = conversation.messages().get(conversation.messages().size() - 1);
    return latest.text().contains(Conversation.LOOP_MARK)
        ? new Answer("told by " + latest.role())
        : new ToolCalls(List.of(new ToolCall(tool, "{\"query\": \"loops\"}")));
  }

  private static String answer(Assistant assistant) {
    try {
      return assistant.answer("What is there on loops?");
    } catch (Throwable e) {
      return e.toString();
    }
  }
}
