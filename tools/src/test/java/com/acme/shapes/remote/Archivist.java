package com.acme.shapes.remote;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Answers from archives. */
public final class Archivist {

  /** A call of a tool. */
  public record ToolRequest(String toolName, Map<String, Object> parameters) {}

  /** A model. */
  public interface Llm {
    List<ToolRequest> decide(List<String> transcript);
  }

  private final Llm llm;
  private final Map<String, Function<Map<String, Object>, String>> tools;

  public Archivist(Llm llm, Map<String, Function<Map<String, Object>, String>> tools) {
    this.llm = llm;
    this.tools = tools;
  }

  public List<String> research(String topic) throws IOException {
    List<String> transcript = new ArrayList<>(List.of(topic));
    List<ToolRequest> requests = llm.decide(transcript);
    while (!requests.isEmpty()) {
      for (ToolRequest request : requests) {
        transcript.add(run(request).text());
      }
      requests = llm.decide(transcript);
    }
    return transcript;
  }

  private ToolResult run(ToolRequest request) throws IOException {
    Function<Map<String, Object>, String> tool = tools.get(request.toolName());
    if (tool == null) {
      return new InlineResult("No tool is called " + request.toolName(), true);
    }
    String text = tool.apply(request.parameters());
    if (text.length() < 10_000) {
      return new InlineResult(text, false);
    }
    return new StoredResult(Files.writeString(Files.createTempFile("result", ".txt"), text));
  }
}
