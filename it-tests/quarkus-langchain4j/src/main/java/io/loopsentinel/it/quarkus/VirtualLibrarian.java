package io.loopsentinel.it.quarkus;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import jakarta.enterprise.context.ApplicationScoped;

/** Answers questions about books with a tool on a virtual thread. */
@ApplicationScoped
@RegisterAiService(tools = VirtualSearchTool.class, toolHallucinationStrategy = UnknownTool.class)
interface VirtualLibrarian {

  String answer(@MemoryId String conversation, @UserMessage String question);
}
