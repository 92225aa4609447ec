package io.loopsentinel.it.quarkus;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import io.smallrye.mutiny.Multi;
import jakarta.enterprise.context.ApplicationScoped;

/** Answers with a tool for each rung. */
@ApplicationScoped
@RegisterAiService(tools = RungTools.class)
interface EndLibrarian {
  String answer(@MemoryId String user, @UserMessage String question);

  Multi<String> stream(@MemoryId String user, @UserMessage String question);
}
