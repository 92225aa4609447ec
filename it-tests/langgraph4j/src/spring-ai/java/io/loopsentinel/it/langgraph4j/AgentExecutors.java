package io.loopsentinel.it.langgraph4j;

import org.bsc.langgraph4j.GraphStateException;
import org.bsc.langgraph4j.StateGraph;
import org.bsc.langgraph4j.action.InterruptionMetadata;
import org.bsc.langgraph4j.prebuilt.MessagesState;
import org.bsc.langgraph4j.spring.ai.agentexecutor.AgentExecutor;
import org.bsc.langgraph4j.spring.ai.agentexecutor.AgentExecutorEx;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.openai.OpenAiChatModel;
import org.springframework.ai.openai.OpenAiChatOptions;
import org.springframework.ai.openai.api.OpenAiApi;
import org.springframework.ai.support.ToolCallbacks;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.function.FunctionToolCallback;

/** The agent executors for Spring AI. */
final class AgentExecutors {

  static final boolean START_QUICKLY = false;

  /** Whether the model is asked again after a call of an unknown tool. */
  static final boolean PASSES_OVER_UNKNOWN_TOOLS = false;

  private static final String PATH = "/v1";

  private AgentExecutors() {}

  static boolean endsRunAtFailure(Dispatch dispatch) {
    return true;
  }

  /** The arguments of the tool where it is a function. */
  record Query(String query) {}

  /**
   * Returns an assistant with tools.
   *
   * @param saver whether a saver keeps its threads
   * @param tools an object with methods that are tools; a {@link SearchTool} for one's own tool
   */
  static Assistant<?, ?> assistant(
      Dispatch dispatch, boolean saver, String modelUrl, Object tools) throws GraphStateException {
    ChatModel model = model(modelUrl);
    AgentExecutor.Builder executor = AgentExecutor.builder();
    return switch (dispatch) {
      case CALLED -> assistant(saver, executor.chatModel(model).toolsFromObject(tools).build());
      case STREAMED ->
          assistant(saver, executor.chatModel(model, true).toolsFromObject(tools).build());
      case OWN_TOOL ->
          assistant(saver, executor.chatModel(model).tool(function((SearchTool) tools)).build());
      case APPROVED -> {
        AgentExecutorEx.Builder approved =
            AgentExecutorEx.builder().chatModel(model).toolsFromObject(tools);
        for (ToolCallback tool : ToolCallbacks.from(tools)) {
          approved.approvalOn(
              tool.getToolDefinition().name(),
              (node, state) -> InterruptionMetadata.builder(node, state).build());
        }
        yield assistant(saver, approved.build());
      }
      case SUBGRAPH ->
          assistant(
              saver, Assistant.around(executor.chatModel(model).toolsFromObject(tools).build()));
    };
  }

  private static <S extends MessagesState<Message>> Assistant<Message, S> assistant(
      boolean saver, StateGraph<S> graph) throws GraphStateException {
    return Assistant.of(
        graph.compile(Assistant.config(saver).build()),
        UserMessage::new,
        state -> state.lastMessage().orElseThrow().getText());
  }

  private static ToolCallback function(SearchTool tool) {
    return FunctionToolCallback.builder("search", (Query query) -> tool.search(query.query()))
        .description("Searches the library")
        .inputType(Query.class)
        .build();
  }

  private static ChatModel model(String url) {
    String host = url.substring(0, url.length() - PATH.length());
    return OpenAiChatModel.builder()
        .openAiApi(OpenAiApi.builder().baseUrl(host).apiKey("none").build())
        .defaultOptions(OpenAiChatOptions.builder().model("scripted").streamUsage(true).build())
        .build();
  }
}
