package io.loopsentinel.it.springai;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.scenario.Library;
import io.loopsentinel.it.scenario.SpentBudgets;
import java.util.HashSet;
import java.util.Set;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.advisor.MessageChatMemoryAdvisor;
import org.springframework.ai.chat.memory.ChatMemory;
import org.springframework.ai.chat.memory.InMemoryChatMemoryRepository;
import org.springframework.ai.chat.memory.MessageWindowChatMemory;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;

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

    Clients(String url) {
      client =
          ChatClient.builder(SpringAi.model(url))
              .defaultAdvisors(MessageChatMemoryAdvisor.builder(memory).build())
              .build();
    }

    @Override
    public String ask(String user, String agent, String question) {
      return String.valueOf(
          client
              .prompt(question)
              .tools(tool)
              .advisors(advisors -> advisors.param(ChatMemory.CONVERSATION_ID, user))
              .call()
              .content());
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

  private SpentBudgetsProgram() {}

  /** Prints what came of it. */
  public static void main(String[] args) throws Exception {
    System.out.println(
        new ObjectMapper()
            .writeValueAsString(SpentBudgets.play(Clients::new, Clients::unanswered)));
    System.out.flush();
    System.exit(0);
  }
}
