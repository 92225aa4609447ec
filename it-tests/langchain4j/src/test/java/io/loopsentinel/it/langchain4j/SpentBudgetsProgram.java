package io.loopsentinel.it.langchain4j;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.ChatMemoryProvider;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.TokenStream;
import dev.langchain4j.service.UserMessage;
import io.loopsentinel.it.scenario.SpentBudgets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/** Three users ask two assistants, with a memory for each user. */
public final class SpentBudgetsProgram {

  interface Librarian {
    String answer(@MemoryId String user, @UserMessage String question);
  }

  interface Clerk {
    String answer(@MemoryId String user, @UserMessage String question);
  }

  interface StreamingLibrarian {
    TokenStream answer(@MemoryId String user, @UserMessage String question);
  }

  /** One assistant whose answers are streamed, and how many errors its callers got. */
  private static final class StreamingAssistant implements SpentBudgets.Agents {

    private final Memories memories = new Memories();
    private final AtomicInteger errors = new AtomicInteger();
    private final StreamingLibrarian librarian;

    StreamingAssistant(String url) {
      librarian =
          AiServices.builder(StreamingLibrarian.class)
              .streamingChatModel(
                  OpenAiStreamingChatModel.builder()
                      .baseUrl(url)
                      .apiKey("none")
                      .modelName("scripted")
                      .build())
              .tools(new SearchTool())
              .chatMemoryProvider(memories)
              .build();
    }

    @Override
    public String ask(String user, String agent, String question) throws Exception {
      CompletableFuture<String> answer = new CompletableFuture<>();
      librarian
          .answer(user, question)
          .onPartialResponse(piece -> {})
          .onCompleteResponse(response -> answer.complete(response.aiMessage().text()))
          .onError(
              error -> {
                errors.incrementAndGet();
                answer.completeExceptionally(error);
              })
          .start();
      return answer.get();
    }

    int unanswered() {
      return memories.unanswered();
    }
  }

  /** The assistants and the memories that they share. */
  private static final class TwoAssistants implements SpentBudgets.Agents {

    private final Memories memories = new Memories();
    private final Librarian librarian;
    private final Clerk clerk;

    TwoAssistants(String url) {
      ChatModel model = AssistantsSince10.model(url);
      librarian = service(Librarian.class, model);
      clerk = service(Clerk.class, model);
    }

    private <T> T service(Class<T> type, ChatModel model) {
      return AiServices.builder(type)
          .chatModel(model)
          .tools(new SearchTool())
          .chatMemoryProvider(memories)
          .build();
    }

    @Override
    public String ask(String user, String agent, String question) {
      return agent.equals("Clerk")
          ? clerk.answer(user, question)
          : librarian.answer(user, question);
    }

    int unanswered() {
      return memories.unanswered();
    }
  }

  /** The memory of each user. */
  private static final class Memories implements ChatMemoryProvider {

    private final Map<Object, ChatMemory> memories = new ConcurrentHashMap<>();

    @Override
    public ChatMemory get(Object id) {
      return memories.computeIfAbsent(id, key -> MessageWindowChatMemory.withMaxMessages(1_000));
    }

    int unanswered() {
      return memories.values().stream().mapToInt(Memories::unanswered).sum();
    }

    private static int unanswered(ChatMemory memory) {
      Set<String> answered =
          memory.messages().stream()
              .filter(ToolExecutionResultMessage.class::isInstance)
              .map(message -> ((ToolExecutionResultMessage) message).id())
              .filter(Objects::nonNull)
              .collect(Collectors.toSet());
      return (int)
          memory.messages().stream()
              .filter(AiMessage.class::isInstance)
              .flatMap(message -> ((AiMessage) message).toolExecutionRequests().stream())
              .map(ToolExecutionRequest::id)
              .filter(id -> !answered.contains(id))
              .count();
    }
  }

  private SpentBudgetsProgram() {}

  /** Prints what came of it. Takes {@code streamed} or nothing. */
  public static void main(String[] args) throws Exception {
    SpentBudgets.Played played =
        args.length == 0
            ? SpentBudgets.play(TwoAssistants::new, TwoAssistants::unanswered)
            : playStreamed();
    System.out.println(new ObjectMapper().writeValueAsString(played));
    System.out.flush();
    System.exit(0);
  }

  private static SpentBudgets.Played playStreamed() {
    AtomicInteger errors = new AtomicInteger();
    SpentBudgets.Played played =
        SpentBudgets.play(
            StreamingAssistant::new,
            assistant -> {
              errors.set(assistant.errors.get());
              return assistant.unanswered();
            });
    if (errors.get() != played.failures().size()) {
      throw new AssertionError(errors + " errors came for the failures " + played.failures());
    }
    return played;
  }
}
