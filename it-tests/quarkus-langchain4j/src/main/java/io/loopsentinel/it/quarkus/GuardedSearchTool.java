package io.loopsentinel.it.quarkus;

import dev.langchain4j.agent.tool.Tool;
import io.quarkiverse.langchain4j.guardrails.ToolInputGuardrails;
import jakarta.enterprise.context.ApplicationScoped;

/** The tool behind a guardrail. */
@ApplicationScoped
class GuardedSearchTool {

  private final Shelves shelves;

  GuardedSearchTool(Shelves shelves) {
    this.shelves = shelves;
  }

  @Tool("Searches the catalogue")
  @ToolInputGuardrails(AnyInput.class)
  String search(String query) {
    return shelves.library().search(query);
  }
}
