package io.loopsentinel.it.springai;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.scenario.Library;
import io.loopsentinel.it.scenario.SpentBudgets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Function;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import reactor.core.publisher.Flux;

/** Three users ask a client, with a memory for each user. */
public final class SpentBudgetsProgram {

  /** The client and the memories. */
  private static final class Clients implements SpentBudgets.Agents {

    private final ChatMemory memory =
        MessageWindowChatMemory.builder()
            .chatMemoryRepository(new InMemoryChatMemoryRepository())
            .maxMessages(1_000)
            .build();
    private final SearchTool tool = new SearchTool(new Library(1));
    private final ChatClient client;
    private final boolean streamed;

    Clients(String url, String manner) {
      ChatModel model = SpringAi.model(url);
      streamed = manner.contains("streamed");
      client =
          ChatClient.builder(
                  manner.contains("passed on") ? new PassingOn(new PassingOn(model)) : model)
              .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
              .build();
    }

    @Override
    public String ask(String user, String agent, String question) {
      ChatClient.ChatClientRequestSpec request =
          client
              .prompt(question)
              .tools(tool)
              .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, user));
      return streamed
          ? String.join("", request.stream().content().toStream().toList())
          : String.valueOf(request.call().content());
    }

    int unanswered() {
      return SpentBudgets.USERS.stream().mapToInt(user -> unanswered(memory.get(user))).sum();
    }

    private static int unanswered(Iterable<Message> messages) {
      Set<String> open = new HashSet<>();
      for (Message message : messages) {
        if (message instanceof AssistantMessage asked) {
          asked.getToolCalls().forEach(call -> open.add(call.id()));
        } else if (message instanceof ToolResponseMessage told) {
          told.getResponses().forEach(response -> open.remove(response.id()));
        }
      }
      return open.size();
    }
  }

  /** A model that asks another one, with a request of its own, and answers with its response. */
  private record PassingOn(ChatModel model) implements ChatModel {

    @Override
    public ChatResponse call(Prompt prompt) {
      return copy(model.call(copy(prompt)));
    }

    @Override
    public Flux<ChatResponse> stream(Prompt prompt) {
      return Flux.defer(() -> model.stream(copy(prompt))).map(PassingOn::copy);
    }

    @Override
    public ChatOptions getOptions() {
      return model.getOptions();
    }

    private static Prompt copy(Prompt prompt) {
      return new Prompt(prompt.getInstructions(), prompt.getOptions());
    }

    private static ChatResponse copy(ChatResponse response) {
      return new ChatResponse(response.getResults(), response.getMetadata());
    }
  }

  private SpentBudgetsProgram() {}

  /** Prints what came of it. */
  public static void main(String[] args) throws Exception {
    String manner = args[0];
    Function<String, Clients> clients = url -> new Clients(url, manner);
    System.out.println(
        new ObjectMapper()
            .writeValueAsString(
                manner.contains("without tools")
                    ? SpentBudgets.playWithoutTools(clients, Clients::unanswered)
                    : SpentBudgets.play(clients, Clients::unanswered)));
    System.out.flush();
    System.exit(0);
  }
}
