package io.loopsentinel.it.langchain4j;

import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.loopsentinel.it.contract.EndProgram;
import io.loopsentinel.it.contract.SearchedLibrary;
import io.loopsentinel.it.contract.Way;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** The ways of calling LangChain4j 0.36, whose client of HTTP is OkHttp. */
final class EndsUpTo036 {

  interface Blocking {
    String answer(@MemoryId String user, @UserMessage String question);
  }

  interface Streaming {
    TokenStream answer(@MemoryId String user, @UserMessage String question);
  }

  private EndsUpTo036() {}

  public static void main(String[] args) {
    EndProgram.play(
        List.of(
            Way.of("called", (url, library) -> blocking(url, new RungTools(library))::answer),
            Way.of("`TokenStream`", (url, library) -> stream(url, new RungTools(library))),
            Way.ofAgentAsTool(
                    "called, an agent as a tool",
                    "librarian",
                    "request",
                    (url, library) -> blocking(url, librarian(url, library))::answer)
                .with(Way.InnerEnd.IS_RESULT),
            Way.ofAgentAsTool(
                    "`TokenStream`, an agent as a tool",
                    "librarian",
                    "request",
                    (url, library) -> stream(url, librarian(url, library)))
                .with(Way.InnerEnd.IS_RESULT)));
  }

  /** Returns a tool that is another service, whose memories are its own. */
  private static Librarian librarian(String url, SearchedLibrary library) {
    return new Librarian(blocking(url, new RungTools(library))::answer);
  }

  private static Blocking blocking(String url, Object tools) {
    return AiServices.builder(Blocking.class)
        .chatLanguageModel(
            OpenAiChatModel.builder()
                .baseUrl(url)
                .apiKey("none")
                .modelName("scripted")
                .maxRetries(1)
                .build())
        .chatMemoryProvider(user -> MessageWindowChatMemory.withMaxMessages(100))
        .tools(tools)
        .build();
  }

  private static Way.Assistant stream(String url, Object tools) {
    Streaming service =
        AiServices.builder(Streaming.class)
            .streamingChatLanguageModel(
                OpenAiStreamingChatModel.builder()
                    .baseUrl(url)
                    .apiKey("none")
                    .modelName("scripted")
                    .build())
            .chatMemoryProvider(user -> MessageWindowChatMemory.withMaxMessages(100))
            .tools(tools)
            .build();
    return (user, question) -> {
      CompletableFuture<String> answer = new CompletableFuture<>();
      service
          .answer(user, question)
          .onNext(piece -> {})
          .onComplete(response -> answer.complete(response.content().text()))
          .onError(answer::completeExceptionally)
          .start();
      try {
        return answer.get();
      } catch (ExecutionException e) {
        throw e.getCause();
      }
    };
  }
}
