package io.loopsentinel.it.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.util.concurrent.atomic.AtomicInteger;

/** A tool that counts how often it is executed. */
final class SearchTool {

  /** The same tool, for those who execute it themselves. */
  static final ToolSpecification SPECIFICATION =
      ToolSpecification.builder()
          .name("search")
          .description("Searches the library")
          .parameters(
              JsonObjectSchema.builder().addStringProperty("query").required("query").build())
          .build();

  private final AtomicInteger runs = new AtomicInteger();

  @Tool("Searches the library")
  String search(@P("what to search for") String query) {
    runs.incrementAndGet();
    return "3 books";
  }

  int runs() {
    return runs.get();
  }
}
