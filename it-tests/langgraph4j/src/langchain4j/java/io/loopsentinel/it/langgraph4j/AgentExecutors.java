package io.loopsentinel.it.langgraph4j;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import java.util.Objects;
import org.bsc.langgraph4j.CompileConfig;
import org.bsc.langgraph4j.GraphStateException;
import org.bsc.langgraph4j.StateGraph;
import org.bsc.langgraph4j.agentexecutor.AgentExecutor;

/** The agent executors for LangChain4j. */
final class AgentExecutors {

  static final boolean START_QUICKLY = true;

  /** Whether the model is asked again after a call of an unknown tool. */
  static final boolean PASSES_OVER_UNKNOWN_TOOLS = true;

  private static final ObjectMapper JSON = new ObjectMapper();

  private AgentExecutors() {}

  /** Returns whether a failure ends the run; LangChain4j makes a result of what a method throws. */
  static boolean endsRunAtFailure(Dispatch dispatch) {
    return dispatch == Dispatch.OWN_TOOL;
  }

  /**
   * Returns an assistant with tools.
   *
   * @param saver whether a saver keeps its threads
   * @param tools an object with methods that are tools; a {@link SearchTool} for one's own tool
   */
  static Assistant<?, ?> assistant(
      Dispatch dispatch, boolean saver, String modelUrl, Object tools) throws GraphStateException {
    AgentExecutor.Builder executor = AgentExecutor.builder();
    CompileConfig.Builder config = Assistant.config(saver);
    switch (dispatch) {
      case CALLED, SUBGRAPH -> executor.chatModel(model(modelUrl)).toolsFromObject(tools);
      case STREAMED -> executor.chatModel(streamingModel(modelUrl)).toolsFromObject(tools);
      case OWN_TOOL ->
          executor
              .chatModel(model(modelUrl))
              .tool(specification(), (request, memory) -> ((SearchTool) tools).search(query(request)));
      case APPROVED -> {
        executor.chatModel(model(modelUrl)).toolsFromObject(tools);
        // AgentExecutorEx, which asks for approval itself, ends after one round of tools.
        config.interruptBefore("action");
      }
    }
    StateGraph<AgentExecutor.State> graph = executor.build();
    return Assistant.of(
        (dispatch == Dispatch.SUBGRAPH ? Assistant.around(graph) : graph).compile(config.build()),
        UserMessage::from,
        AgentExecutors::answer);
  }

  /** Returns the latest text; a state does not keep an answer that it has already. */
  private static String answer(AgentExecutor.State state) {
    return state.messages().stream()
        .filter(AiMessage.class::isInstance)
        .map(message -> ((AiMessage) message).text())
        .filter(Objects::nonNull)
        .reduce((earlier, later) -> later)
        .orElseThrow();
  }

  private static ChatModel model(String url) {
    return OpenAiChatModel.builder().baseUrl(url).apiKey("none").modelName("scripted").build();
  }

  private static StreamingChatModel streamingModel(String url) {
    return OpenAiStreamingChatModel.builder()
        .baseUrl(url)
        .apiKey("none")
        .modelName("scripted")
        .build();
  }

  private static ToolSpecification specification() {
    return ToolSpecification.builder()
        .name("search")
        .description("Searches the library")
        .parameters(JsonObjectSchema.builder().addStringProperty("query").build())
        .build();
  }

  private static String query(ToolExecutionRequest request) {
    try {
      return JSON.readTree(request.arguments()).path("query").asText();
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
