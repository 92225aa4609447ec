package io.loopsentinel.it.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import java.util.concurrent.atomic.AtomicInteger;

/** A tool that counts how often it is executed. */
final class SearchTool {

  /** What a model in a loop searches for. */
  static final String LOOPS = "loops";

  /** What stands on another shelf each time. */
  static final String MOVING = "the librarian";

  /** What cannot be searched for begins so. */
  static final String BROKEN = "broken shelf ";

  /** The same tool, for those who execute it themselves. */
  static final ToolSpecification SPECIFICATION =
      ToolSpecification.builder()
          .name("search")
          .description("Searches the library")
          .parameters(
              JsonObjectSchema.builder().addStringProperty("query").required("query").build())
          .build();

  private final AtomicInteger runs = new AtomicInteger();
  private final AtomicInteger runsOfLoop = new AtomicInteger();

  @Tool("Searches the library")
  String search(@P("what to search for") String query) {
    int run = runs.incrementAndGet();
    if (query.contains(LOOPS)) {
      runsOfLoop.incrementAndGet();
    }
    if (query.contains(BROKEN)) {
      throw new IllegalStateException("The catalogue is closed");
    }
    return query.contains(MOVING) ? "at shelf " + run : "3 books on " + query;
  }

  /** Returns how often it was executed for {@link #LOOPS}. */
  int runsOfLoop() {
    return runsOfLoop.get();
  }

  int runs() {
    return runs.get();
  }
}
