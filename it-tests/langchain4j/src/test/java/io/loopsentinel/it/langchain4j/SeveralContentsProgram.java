package io.loopsentinel.it.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.invocation.InvocationContext;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.tool.ToolExecutionResult;
import dev.langchain4j.service.tool.ToolExecutor;
import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Asks an assistant whose tool has results of two contents; prints how often the tool was run. */
final class SeveralContentsProgram {

  private SeveralContentsProgram() {}

  /** The argument says whether the results change. */
  public static void main(String[] args) {
    SearchTool tool = new SearchTool();
    Behaviour behaviour =
        Boolean.parseBoolean(args[0]) ? ModelBehaviour.POLLING : ModelBehaviour.LOOPING;
    try (ScriptedModelServer model =
        ScriptedModelServer.start(behaviour.script(LangChain4jApplication.HABITS))) {
      Assistant assistant =
          AiServices.builder(Assistant.class)
              .chatModel(AssistantsSince10.model(model.baseUrl()))
              .chatRequestTransformer(SeveralContentsProgram::asText)
              .tools(Map.of(SearchTool.specification(), new InTwoContents(tool)))
              .build();
      System.out.println(answer(assistant) + " " + tool.runs() + " searches");
    }
  }

  private static String answer(Assistant assistant) {
    try {
      return assistant.answer("What is there on loops?");
    } catch (Throwable e) {
      return e.toString();
    }
  }

  /** The API of OpenAI takes one text for a result. */
  private static ChatRequest asText(ChatRequest request) {
    return request.toBuilder()
        .messages(request.messages().stream().map(SeveralContentsProgram::asText).toList())
        .build();
  }

  private static ChatMessage asText(ChatMessage message) {
    if (!(message instanceof ToolExecutionResultMessage result)) {
      return message;
    }
    String text =
        result.contents().stream()
            .map(content -> ((TextContent) content).text())
            .collect(Collectors.joining("\n"));
    return ToolExecutionResultMessage.from(result.id(), result.toolName(), text);
  }

  private record InTwoContents(SearchTool tool) implements ToolExecutor {

    @Override
    public ToolExecutionResult executeWithContext(
        ToolExecutionRequest request, InvocationContext context) {
      return ToolExecutionResult.builder()
          .resultContents(
              List.of(
                  TextContent.from("What was found:"),
                  TextContent.from(tool.searchByArguments(request.arguments()))))
          .build();
    }

    @Override
    public String execute(ToolExecutionRequest request, Object memoryId) {
      throw new UnsupportedOperationException("LangChain4j calls the other one");
    }
  }
}
