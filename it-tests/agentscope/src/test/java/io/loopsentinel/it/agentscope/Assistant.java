package io.loopsentinel.it.agentscope;

import io.agentscope.core.ReActAgent;
import io.agentscope.core.message.Msg;
import io.agentscope.core.message.MsgRole;
import io.agentscope.core.model.ExecutionConfig;
import io.agentscope.core.tool.Toolkit;
import io.agentscope.core.tool.ToolkitConfig;
import io.agentscope.core.tool.mcp.McpClientWrapper;
import io.agentscope.core.tool.mcp.McpSyncClientWrapper;
import io.agentscope.core.tool.subagent.SubAgentConfig;
import io.loopsentinel.it.scenario.Library;
import io.modelcontextprotocol.client.McpClient;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;

/** Answers questions with the help of an agent. For several users at once. */
final class Assistant {

  private final Dispatch dispatch;
  private final Function<String, Chat> chats;

  private Assistant(Dispatch dispatch, Function<String, Chat> chats) {
    this.dispatch = dispatch;
    this.chats = chats;
  }

  /**
   * Returns one that has an agent execute its tool as it is said.
   *
   * @param iterations how many responses the agent waits for
   * @param modelUrl where the agent's model is
   * @param managerUrl where the model of the agent is that calls another one, if that is asked for
   */
  static Assistant of(
      Dispatch dispatch, int iterations, String modelUrl, String managerUrl, Library library) {
    Supplier<ReActAgent.Builder> librarian =
        () -> librarian(dispatch, modelUrl, library).maxIters(iterations);
    return new Assistant(
        dispatch,
        Chat.with(
            dispatch == Dispatch.AGENT_AS_TOOL ? () -> manager(managerUrl, librarian) : librarian));
  }

  private static ReActAgent.Builder librarian(Dispatch dispatch, String modelUrl, Library library) {
    ReActAgent.Builder librarian =
        ReActAgent.builder()
            .name("librarian")
            .description("Knows books")
            .model(Chat.model(modelUrl, dispatch == Dispatch.STREAMED))
            .toolkit(toolkit(dispatch, library));
    return dispatch == Dispatch.RETRIED
        ? librarian.toolExecutionConfig(
            ExecutionConfig.builder().maxAttempts(3).initialBackoff(Duration.ofMillis(1)).build())
        : librarian;
  }

  private static Toolkit toolkit(Dispatch dispatch, Library library) {
    Toolkit toolkit =
        new Toolkit(ToolkitConfig.builder().parallel(dispatch == Dispatch.PARALLEL).build());
    switch (dispatch) {
      case ASYNCHRONOUS -> toolkit.registerTool(new LaterSearchTool(library));
      case RETRIED -> toolkit.registerTool(new SearchClass(library));
      case MCP -> {
        McpClientWrapper client =
            new McpSyncClientWrapper("library", McpClient.sync(new LibraryServer(library)).build());
        client.initialize().then(toolkit.registerMcpClient(client)).block();
      }
      default -> toolkit.registerTool(new SearchTool(library));
    }
    return toolkit;
  }

  private static ReActAgent.Builder manager(
      String modelUrl, Supplier<ReActAgent.Builder> librarian) {
    Toolkit toolkit = new Toolkit();
    toolkit
        .registration()
        .subAgent(
            () -> librarian.get().build(), SubAgentConfig.builder().toolName("librarian").build())
        .apply();
    return ReActAgent.builder().name("manager").model(Chat.model(modelUrl, false)).toolkit(toolkit);
  }

  Conversation conversation(String user) {
    Chat chat = chats.apply(user);
    return question -> answer(chat, question);
  }

  /** A user's conversation, in which questions follow each other. */
  @FunctionalInterface
  interface Conversation {

    /** Answers a question; fails as AgentScope fails. */
    String answer(String question);
  }

  private String answer(Chat chat, String question) {
    Msg message = Msg.builder().role(MsgRole.USER).textContent(question).build();
    return switch (dispatch) {
      case STREAMED -> Objects.requireNonNull(chat.stream(message).blockLast()).getTextContent();
      case STRUCTURED -> text(Objects.requireNonNull(chat.call(message, Finding.class).block()));
      default -> Objects.requireNonNull(chat.call(message).block()).getTextContent();
    };
  }

  private static String text(Msg answer) {
    return answer.hasStructuredData()
        ? answer.getStructuredData(Finding.class).text
        : answer.getTextContent();
  }
}
