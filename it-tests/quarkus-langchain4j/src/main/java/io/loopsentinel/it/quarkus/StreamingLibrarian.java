package io.loopsentinel.it.quarkus;

import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.quarkiverse.langchain4j.RegisterAiService;
import io.smallrye.mutiny.Multi;
import jakarta.enterprise.context.ApplicationScoped;

/** Answers questions about books in pieces. */
@ApplicationScoped
@RegisterAiService(tools = SearchTool.class, toolHallucinationStrategy = UnknownTool.class)
interface StreamingLibrarian {

  Multi<String> answer(@MemoryId String conversation, @UserMessage String question);

  /** Returns the answer as the stream of LangChain4j. */
  TokenStream answerInTokens(@MemoryId String conversation, @UserMessage String question);
}
