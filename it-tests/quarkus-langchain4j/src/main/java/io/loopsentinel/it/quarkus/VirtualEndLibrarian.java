package io.loopsentinel.it.quarkus;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import jakarta.enterprise.context.ApplicationScoped;

/** Answers with tools on virtual threads. */
@ApplicationScoped
@RegisterAiService(tools = VirtualTools.class)
interface VirtualEndLibrarian {
  String answer(@MemoryId String user, @UserMessage String question);
}
