package io.loopsentinel.it.agentic;

import dev.langchain4j.agentic.Agent;
import dev.langchain4j.agentic.AgenticServices;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import dev.langchain4j.service.V;
import io.loopsentinel.it.contract.EndProgram;
import io.loopsentinel.it.contract.SearchedLibrary;
import io.loopsentinel.it.contract.Way;
import java.util.List;
import java.util.concurrent.Executors;

/** The ways in which an agent with tools and a memory is called. */
final class Ends {

  /** An agent with tools. */
  public interface Searcher {
    @Agent(description = "Searches the library", outputKey = "answer")
    @UserMessage("{{question}}")
    String answer(@MemoryId String user, @V("question") String question);
  }

  /** A workflow that a user calls. */
  public interface Desk {
    @Agent(outputKey = "answer")
    String ask(@MemoryId String user, @V("question") String question);
  }

  private Ends() {}

  public static void main(String[] args) {
    EndProgram.play(
        List.of(
            Way.of("an agent by itself", (url, library) -> searcher(url, library)::answer),
            Way.of(
                "an agent of a sequence",
                (url, library) ->
                    AgenticServices.sequenceBuilder(Desk.class)
                            .subAgents(searcher(url, library))
                            .outputKey("answer")
                            .build()
                        ::ask),
            Way.of(
                "an agent of a loop",
                (url, library) ->
                    AgenticServices.loopBuilder(Desk.class)
                            .subAgents(searcher(url, library))
                            .maxIterations(1)
                            .outputKey("answer")
                            .build()
                        ::ask),
            Way.of(
                "an agent beside others",
                (url, library) ->
                    AgenticServices.parallelBuilder(Desk.class)
                            .subAgents(searcher(url, library))
                            .executor(Executors.newCachedThreadPool())
                            .outputKey("answer")
                            .build()
                        ::ask)));
  }

  private static Searcher searcher(String url, SearchedLibrary library) {
    return AgenticServices.agentBuilder(Searcher.class)
        .chatModel(
            OpenAiChatModel.builder()
                .baseUrl(url)
                .apiKey("none")
                .modelName("scripted")
                .maxRetries(0)
                .build())
        .chatMemoryProvider(user -> MessageWindowChatMemory.withMaxMessages(100))
        .tools(new RungTools(library))
        .build();
  }
}
