package io.loopsentinel.it.quarkus;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import jakarta.enterprise.context.ApplicationScoped;

/** Answers questions about books; Quarkus implements it. */
@ApplicationScoped
@RegisterAiService(tools = SearchTool.class, toolHallucinationStrategy = UnknownTool.class)
interface Librarian {

  String answer(@MemoryId String conversation, @UserMessage String question);
}
