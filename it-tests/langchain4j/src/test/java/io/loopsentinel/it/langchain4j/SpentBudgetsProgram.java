package io.loopsentinel.it.langchain4j;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import io.loopsentinel.it.scenario.SpentBudgets;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Three users ask two assistants, with a memory for each user. */
public final class SpentBudgetsProgram {

  interface Librarian {
    String answer(@MemoryId String user, @UserMessage String question);
  }

  interface Clerk {
    String answer(@MemoryId String user, @UserMessage String question);
  }

  /** The assistants and the memories that they share. */
  private static final class TwoAssistants implements SpentBudgets.Agents {

    private final Map<Object, ChatMemory> memories = new ConcurrentHashMap<>();
    private final Librarian librarian;
    private final Clerk clerk;

    TwoAssistants(String url) {
      ChatModel model =
          OpenAiChatModel.builder().baseUrl(url).apiKey("none").modelName("scripted").build();
      librarian = service(Librarian.class, model);
      clerk = service(Clerk.class, model);
    }

    private <T> T service(Class<T> type, ChatModel model) {
      return AiServices.builder(type)
          .chatModel(model)
          .tools(new SearchTool(1))
          .chatMemoryProvider(
              id ->
                  memories.computeIfAbsent(
                      id, key -> MessageWindowChatMemory.withMaxMessages(1_000)))
          .build();
    }

    @Override
    public String ask(String user, String agent, String question) {
      return agent.equals("Clerk")
          ? clerk.answer(user, question)
          : librarian.answer(user, question);
    }

    int unanswered() {
      return memories.values().stream().mapToInt(TwoAssistants::unanswered).sum();
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

  /** Prints what came of it. */
  public static void main(String[] args) throws Exception {
    System.out.println(
        new ObjectMapper()
            .writeValueAsString(SpentBudgets.play(TwoAssistants::new, TwoAssistants::unanswered)));
    System.out.flush();
    System.exit(0);
  }
}
