package io.loopsentinel.it.springai;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.transport.StdioServerTransportProvider;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.concurrent.atomic.AtomicInteger;

/** An MCP server that searches, and tells how often it did; talks to who has started it. */
final class McpLibraryProgram {

  private static final String SCHEMA =
      """
      {"type": "object", "properties": {"query": {"type": "string"}}}
      """;

  private McpLibraryProgram() {}

  public static void main(String[] args) {
    AtomicInteger searches = new AtomicInteger();
    McpServer.sync(new StdioServerTransportProvider(McpJsonDefaults.getMapper()))
        .toolCall(
            tool("search"),
            (exchange, request) -> {
              searches.incrementAndGet();
              return text("Three books on " + request.arguments());
            })
        .toolCall(tool("runs"), (exchange, request) -> text(String.valueOf(searches)))
        .build();
  }

  private static Tool tool(String name) {
    return Tool.builder(name, McpJsonDefaults.getMapper(), SCHEMA).build();
  }

  private static CallToolResult text(String text) {
    return CallToolResult.builder().addTextContent(text).build();
  }
}
