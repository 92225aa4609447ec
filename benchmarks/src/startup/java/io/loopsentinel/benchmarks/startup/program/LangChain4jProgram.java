package io.loopsentinel.benchmarks.startup.program;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;

/** An assistant of LangChain4j whose model calls a tool once and answers with its result. */
public final class LangChain4jProgram {

  /** What LangChain4j implements. */
  interface Assistant {
    String answer(String question);
  }

  private LangChain4jProgram() {}

  /** Takes no arguments. */
  public static void main(String[] args) {
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(new ScriptedModel())
            .tools(new LangChain4jTool())
            .build();
    System.out.println(assistant.answer("What is there on loops?"));
  }

  private static final class ScriptedModel implements ChatModel {

    @Override
    public ChatResponse doChat(ChatRequest request) {
      AiMessage message =
          request.messages().get(request.messages().size() - 1)
                  instanceof ToolExecutionResultMessage result
              ? AiMessage.from(result.text())
              : AiMessage.from(
                  ToolExecutionRequest.builder()
                      .id("1")
                      .name("search")
                      .arguments("{\"query\": \"loops\"}")
                      .build());
      return ChatResponse.builder().aiMessage(message).build();
    }
  }
}
