package io.loopsentinel.it.mcp;

import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The tools of a server: one that searches, and one that tells how often it did. Thread-safe. */
final class Library {

  /** Takes a query and brings text, or what its first word says. */
  static final String SEARCH = "search";

  /** Takes a query and tells how often it was searched for. */
  static final String RUNS = "runs";

  /** Does not exist. */
  static final String UNKNOWN = "find";

  /** Begins a query whose result is marked as an error. */
  static final String CLOSED = "closed";

  /** Begins a query for which the tool throws. */
  static final String THROWING = "throwing";

  /** Begins a query whose result is a picture. */
  static final String PICTURE = "picture";

  private static final String SCHEMA =
      """
      {"type": "object", "properties": {"query": {"type": "string"}}, "required": ["query"]}
      """;

  private final Map<String, Integer> runs = new ConcurrentHashMap<>();

  /** Returns the definitions of both. */
  static List<Tool> tools() {
    return List.of(tool(SEARCH), tool(RUNS));
  }

  /** Returns the definition of a tool that takes a query. */
  static Tool tool(String name) {
    return Sdk.tool(name, SCHEMA);
  }

  /** Does what a call asks for. */
  CallToolResult call(CallToolRequest request) {
    String query = String.valueOf(request.arguments().get("query"));
    if (request.name().equals(RUNS)) {
      return text(String.valueOf(runs.getOrDefault(query, 0)), false);
    }
    runs.merge(query, 1, Integer::sum);
    if (query.startsWith(THROWING)) {
      throw new IllegalStateException("The shelf has fallen");
    }
    return query.startsWith(PICTURE)
        ? CallToolResult.builder()
            .addContent(new ImageContent(null, "aGl0cw==", "image/png", null))
            .build()
        : text(answer(query), query.startsWith(CLOSED));
  }

  /** Returns the result of a search. */
  static String answer(String query) {
    return query.startsWith(CLOSED)
        ? "The catalogue is closed"
        : "Three books on " + query + ", on shelf " + query.hashCode() % 1000;
  }

  private static CallToolResult text(String text, boolean isError) {
    return CallToolResult.builder().addTextContent(text).isError(isError).build();
  }
}
