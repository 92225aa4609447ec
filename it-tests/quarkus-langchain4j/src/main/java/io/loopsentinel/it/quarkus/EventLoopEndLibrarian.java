package io.loopsentinel.it.quarkus;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import io.smallrye.mutiny.Multi;
import jakarta.enterprise.context.ApplicationScoped;

/** Answers with tools that do not block. */
@ApplicationScoped
@RegisterAiService(tools = EventLoopTools.class)
interface EventLoopEndLibrarian {
  Multi<String> stream(@MemoryId String user, @UserMessage String question);

  TokenStream tokens(@MemoryId String user, @UserMessage String question);
}
