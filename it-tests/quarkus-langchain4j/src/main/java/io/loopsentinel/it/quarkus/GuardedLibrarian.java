package io.loopsentinel.it.quarkus;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import io.quarkiverse.langchain4j.ToolBox;
import jakarta.enterprise.context.ApplicationScoped;

/** Answers questions about books with a tool of its method, which is behind a guardrail. */
@ApplicationScoped
@RegisterAiService(toolHallucinationStrategy = UnknownTool.class)
interface GuardedLibrarian {

  @ToolBox(GuardedSearchTool.class)
  String answer(@MemoryId String conversation, @UserMessage String question);
}
