package io.loopsentinel.it.langchain4j;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agent.tool.ToolSpecifications;
import io.loopsentinel.it.scenario.Library;
import java.util.Arrays;

/**
 * A tool that is a method.
 *
 * @param library the library that it searches
 */
record SearchTool(Library library) {

  /** What the model reads of a search that fails. */
  static final String FAILURE = "Error: the catalogue is closed";

  /** Creates a tool for one user. */
  SearchTool() {
    this(new Library(1));
  }

  /** Returns the tool's specification, for those who execute it themselves. */
  static ToolSpecification specification() {
    return Arrays.stream(SearchTool.class.getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Tool.class))
        .map(ToolSpecifications::toolSpecificationFrom)
        .findFirst()
        .orElseThrow();
  }

  @Tool("Searches the library")
  String search(@P("what to search for") String query) {
    try {
      return library.search(query);
    } catch (IllegalStateException closed) {
      // Of what a tool throws, the first versions leave nothing but the text.
      throw new IllegalStateException(FAILURE);
    }
  }

  /** Searches with the arguments of a request, of which one is a text. */
  String searchByArguments(String arguments) {
    return search(arguments.replaceFirst(".*\"query\"\\s*:\\s*\"([^\"]*)\".*", "$1"));
  }

  int runs() {
    return library.searches();
  }
}
