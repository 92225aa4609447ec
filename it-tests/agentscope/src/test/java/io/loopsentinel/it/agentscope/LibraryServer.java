package io.loopsentinel.it.agentscope;

import io.loopsentinel.it.scenario.Library;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCRequest;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCResponse;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/** A server of MCP that searches a library, as its client reaches it without any connection. */
final class LibraryServer implements McpClientTransport {

  private static final McpJsonMapper JSON = McpJsonMapper.getDefault();

  private final Library library;
  private Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> client = message -> message;

  LibraryServer(Library library) {
    this.library = library;
  }

  @Override
  public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
    client = handler;
    return Mono.empty();
  }

  @Override
  public Mono<Void> sendMessage(JSONRPCMessage message) {
    return message instanceof JSONRPCRequest request
        ? client
            .apply(
                Mono.fromCallable(
                    () -> new JSONRPCResponse("2.0", request.id(), answer(request), null)))
            .then()
        : Mono.empty();
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }

  @Override
  public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
    return JSON.convertValue(data, type);
  }

  private Object answer(JSONRPCRequest request) {
    return switch (request.method()) {
      case "initialize" ->
          Map.of(
              "protocolVersion",
              "2024-11-05",
              "capabilities",
              Map.of("tools", Map.of()),
              "serverInfo",
              Map.of("name", "library", "version", "1"));
      case "tools/list" -> Map.of("tools", List.of(tool()));
      default -> search(JSON.convertValue(request.params(), CallToolRequest.class));
    };
  }

  /** One that writes is asked for first. */
  private static Map<String, Object> tool() {
    return Map.of(
        "name",
        "search",
        "description",
        "Searches the library",
        "inputSchema",
        SearchClass.PARAMETERS,
        "annotations",
        Map.of("readOnlyHint", true));
  }

  private Map<String, Object> search(CallToolRequest request) {
    try {
      return result(library.search(String.valueOf(request.arguments().get("query"))), false);
    } catch (IllegalStateException e) {
      return result(String.valueOf(e.getMessage()), true);
    }
  }

  private static Map<String, Object> result(String text, boolean isError) {
    return Map.of("content", List.of(Map.of("type", "text", "text", text)), "isError", isError);
  }
}
