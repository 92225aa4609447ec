package io.loopsentinel.it.langchain4j;

import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.http.client.HttpClientBuilderFactory;
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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;

/**
 * The ways of calling LangChain4j 1.0 and newer, with each client of HTTP that is there. The
 * arguments name the factories of the clients; {@code concurrent} is for versions that can run
 * tools concurrently.
 */
final class EndsSince10 {

  interface Blocking {
    String answer(@MemoryId String user, @UserMessage String question);
  }

  interface Streaming {
    TokenStream answer(@MemoryId String user, @UserMessage String question);
  }

  static final String JDK_CLIENT = "dev.langchain4j.http.client.jdk.JdkHttpClientBuilderFactory";

  private EndsSince10() {}

  public static void main(String[] args) {
    List<Way> ways = new ArrayList<>();
    for (String argument : args) {
      if (argument.equals("concurrent")) {
        ways.add(
            Way.of(
                    "called, tools concurrently",
                    (url, library) -> called(url, library, JDK_CLIENT, true))
                .withConcurrentCalls());
        ways.add(
            Way.of(
                    "`TokenStream`, tools concurrently",
                    (url, library) -> stream(url, library, JDK_CLIENT, true))
                .withConcurrentCalls());
      } else {
        String client = argument.replaceFirst(".*\\.(\\w+)BuilderFactory", "`$1`");
        ways.add(
            Way.of("called, " + client, (url, library) -> called(url, library, argument, false)));
        ways.add(
            Way.of(
                "`TokenStream`, " + client,
                (url, library) -> stream(url, library, argument, false)));
        if (argument.equals(JDK_CLIENT)) {
          ways.add(
              Way.ofAgentAsTool(
                      "called, an agent as a tool",
                      "librarian",
                      "request",
                      (url, library) ->
                          build(blocking(url, argument), librarian(url, library), false)::answer)
                  .with(Way.InnerEnd.IS_RESULT));
          ways.add(
              Way.ofAgentAsTool(
                      "`TokenStream`, an agent as a tool",
                      "librarian",
                      "request",
                      (url, library) -> stream(url, librarian(url, library), argument, false))
                  .with(Way.InnerEnd.IS_RESULT));
        }
      }
    }
    EndProgram.play(ways);
  }

  private static Way.Assistant called(
      String url, SearchedLibrary library, String client, boolean concurrently) throws Exception {
    return build(blocking(url, client), new RungTools(library), concurrently)::answer;
  }

  private static AiServices<Blocking> blocking(String url, String client) throws Exception {
    return AiServices.builder(Blocking.class)
        .chatModel(
            OpenAiChatModel.builder()
                .httpClientBuilder(client(client))
                .baseUrl(url)
                .apiKey("none")
                .modelName("scripted")
                .maxRetries(0)
                .build());
  }

  /** Returns a tool that is another service, whose memories are its own. */
  private static Librarian librarian(String url, SearchedLibrary library) throws Exception {
    return new Librarian(build(blocking(url, JDK_CLIENT), new RungTools(library), false)::answer);
  }

  private static Way.Assistant stream(
      String url, SearchedLibrary library, String client, boolean concurrently) throws Exception {
    return stream(url, new RungTools(library), client, concurrently);
  }

  private static Way.Assistant stream(String url, Object tools, String client, boolean concurrently)
      throws Exception {
    Streaming service =
        build(
            AiServices.builder(Streaming.class)
                .streamingChatModel(
                    OpenAiStreamingChatModel.builder()
                        .httpClientBuilder(client(client))
                        .baseUrl(url)
                        .apiKey("none")
                        .modelName("scripted")
                        .build()),
            tools,
            concurrently);
    return (user, question) -> {
      CompletableFuture<String> answer = new CompletableFuture<>();
      List<Throwable> errors = new CopyOnWriteArrayList<>();
      service
          .answer(user, question)
          .onPartialResponse(piece -> {})
          .onCompleteResponse(response -> answer.complete(response.aiMessage().text()))
          .onError(
              error -> {
                errors.add(error);
                answer.completeExceptionally(error);
              })
          .start();
      try {
        return answer.get();
      } catch (ExecutionException e) {
        if (errors.size() > 1) {
          throw new AssertionError("Two errors: " + errors, e);
        }
        throw e.getCause();
      }
    };
  }

  private static <T> T build(AiServices<T> service, Object tools, boolean concurrently) {
    service.chatMemoryProvider(user -> MessageWindowChatMemory.withMaxMessages(100)).tools(tools);
    if (concurrently) {
      service.executeToolsConcurrently(Executors.newCachedThreadPool());
    }
    return service.build();
  }

  private static HttpClientBuilder client(String factory) throws Exception {
    return Class.forName(factory)
        .asSubclass(HttpClientBuilderFactory.class)
        .getDeclaredConstructor()
        .newInstance()
        .create();
  }
}
