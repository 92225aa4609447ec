package io.loopsentinel.it.mcp;

import io.loopsentinel.it.contract.EndProgram;
import io.loopsentinel.it.contract.Rung;
import io.loopsentinel.it.contract.SearchedLibrary;
import io.loopsentinel.it.contract.Way;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.client.McpSyncClient;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The ways of calling a server's tools in a run; one client serves all users. */
final class EndsProgram {

  /** Connects a client to the server on a port. */
  private interface Connection {
    EndsAgent.Tools open(int port);
  }

  private EndsProgram() {}

  public static void main(String[] args) {
    EndProgram.play(
        List.of(
            way("`McpSyncClient`, `run` target", EndsProgram::waiting, false).withoutMemory(),
            way("`McpAsyncClient`, `run` target", EndsProgram::later, false).withoutMemory(),
            way("`McpSyncClient`, `run` and `turn` target", EndsProgram::waiting, true),
            way("`McpAsyncClient`, `run` and `turn` target", EndsProgram::later, true)));
  }

  private static Way way(String name, Connection connection, boolean remembers) {
    return Way.of(
        name,
        (url, library) ->
            new EndsAgent(
                url, connection.open(HttpServers.start(tools(library)).port()), remembers));
  }

  private static Map<String, HttpServers.Handler> tools(SearchedLibrary library) {
    return List.of(Rung.values()).stream()
        .collect(
            Collectors.toMap(
                Rung::tool,
                rung ->
                    request ->
                        CallToolResult.builder()
                            .addTextContent(
                                library.search(String.valueOf(request.arguments().get("query"))))
                            .build()));
  }

  private static EndsAgent.Tools waiting(int port) {
    McpSyncClient client = McpClient.sync(Connections.overHttp(port, HttpServers.SESSIONS)).build();
    client.initialize();
    return (tool, query) -> text(client.callTool(request(tool, query)));
  }

  private static EndsAgent.Tools later(int port) {
    McpAsyncClient client =
        McpClient.async(Connections.overHttp(port, HttpServers.SESSIONS)).build();
    client.initialize().block();
    return (tool, query) ->
        text(Objects.requireNonNull(client.callTool(request(tool, query)).block()));
  }

  private static CallToolRequest request(String tool, String query) {
    return new CallToolRequest(tool, Map.of("query", query), null);
  }

  private static String text(CallToolResult result) {
    return ((TextContent) result.content().get(0)).text();
  }
}
