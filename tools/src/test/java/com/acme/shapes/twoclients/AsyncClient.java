package com.acme.shapes.twoclients;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Calls tools of a server. */
public final class AsyncClient {

  private final Map<String, Function<Map<String, Object>, String>> tools =
      new ConcurrentHashMap<>();

  /** Which tool, and with what. */
  public record ToolCall(String name, Map<String, Object> arguments) {}

  /** What it gave. */
  public record ToolResult(String text, boolean isError) {

    static ToolResult error(String message) {
      return new ToolResult(message, true);
    }
  }

  public CompletableFuture<ToolResult> callTool(ToolCall call) {
    Function<Map<String, Object>, String> tool = tools.get(call.name());
    return CompletableFuture.completedFuture(
        tool == null
            ? ToolResult.error("unknown tool " + call.name())
            : new ToolResult(tool.apply(call.arguments()), false));
  }
}
