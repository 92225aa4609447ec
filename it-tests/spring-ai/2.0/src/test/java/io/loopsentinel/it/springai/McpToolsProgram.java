package io.loopsentinel.it.springai;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.model.ModelLog;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.client.transport.ServerParameters;
import io.modelcontextprotocol.client.transport.StdioClientTransport;
import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClient.ChatClientRequestSpec;
import org.springframework.ai.mcp.AsyncMcpToolCallback;
import org.springframework.ai.mcp.SyncMcpToolCallback;
import org.springframework.ai.tool.ToolCallback;

/**
 * Lets a model go round with a tool of an MCP server, by each of Spring AI's callbacks, called and
 * streamed; prints what came of each run as a line of JSON.
 */
final class McpToolsProgram {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PREFIXED = "library_search";
  private static final int MAX_RESPONSES = 8;

  private McpToolsProgram() {}

  /**
   * What came of a run.
   *
   * @param answer the model's answer
   * @param searches how often the server has searched by now
   * @param log what the model has seen
   */
  record Outcome(String answer, int searches, ModelLog log) {}

  public static void main(String[] args) throws IOException {
    Tool search = Tool.builder("search", Map.of("type", "object")).build();
    McpSyncClient waiting = McpClient.sync(library()).build();
    waiting.initialize();
    play(
        SyncMcpToolCallback.builder()
            .mcpClient(waiting)
            .tool(search)
            .prefixedToolName(PREFIXED)
            .build(),
        waiting::callTool);
    McpAsyncClient later = McpClient.async(library()).build();
    later.initialize().block();
    play(
        AsyncMcpToolCallback.builder()
            .mcpClient(later)
            .tool(search)
            .prefixedToolName(PREFIXED)
            .build(),
        request -> later.callTool(request).blockOptional().orElseThrow());
    // With its clients' servers, and the threads that HTTP clients keep for connections to come.
    waiting.closeGracefully();
    later.closeGracefully().block();
    System.exit(0);
  }

  private static void play(ToolCallback search, Function<CallToolRequest, CallToolResult> server)
      throws IOException {
    print(search, request -> request.call().content(), server);
    print(
        search,
        request ->
            String.join("", request.stream().content().collectList().blockOptional().orElseThrow()),
        server);
  }

  private static void print(
      ToolCallback search,
      Function<ChatClientRequestSpec, String> answer,
      Function<CallToolRequest, CallToolResult> server)
      throws IOException {
    try (ScriptedModelServer model = ScriptedModelServer.start(script())) {
      ChatClient client = ChatClient.create(SpringAi.model(model.baseUrl()));
      String answered = answer.apply(client.prompt("What is there on loops?").tools(search));
      CallToolResult runs =
          server.apply(CallToolRequest.builder("runs").arguments(Map.of()).build());
      int searches = Integer.parseInt(((TextContent) runs.content().get(0)).text());
      System.out.println(JSON.writeValueAsString(new Outcome(answered, searches, model.log())));
    }
  }

  private static Script script() {
    ToolCall search = new ToolCall(PREFIXED, "{\"query\": \"loops\"}");
    return Script.looping(
        Script.untilExhausted(MAX_RESPONSES, responses -> List.of(search)), ModelBehaviour.ANSWER);
  }

  private static StdioClientTransport library() {
    String java = new File(System.getProperty("java.home"), "bin/java").getPath();
    ServerParameters server =
        ServerParameters.builder(java)
            .args(
                JavaProgram.QUICK_START,
                "-cp",
                System.getProperty("java.class.path"),
                McpLibraryProgram.class.getName())
            .build();
    return new StdioClientTransport(server, McpJsonDefaults.getMapper());
  }
}
