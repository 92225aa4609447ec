package io.loopsentinel.it.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolMemoryId;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import dev.langchain4j.service.MemoryId;
import dev.langchain4j.service.UserMessage;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Answers several users at once on a pool of threads, each with a memory and several questions. The
 * tools know the user, the model's arguments do not name it. Prints each answer, how often the
 * balance was read, and what the model refused.
 */
final class AccountsProgram {

  static final List<String> USERS = List.of("ada", "ben", "cyn", "dan");
  static final List<String> QUESTIONS =
      List.of("balance", "balance", "deposit", "balance", "balance");

  private AccountsProgram() {}

  /** An assistant that keeps its conversations apart. */
  interface Bank {
    String answer(@MemoryId String user, @UserMessage String question);
  }

  /** What the application calls. */
  record Desk(Bank bank) {
    String ask(String user, String question) {
      return bank.answer(user, question);
    }
  }

  /** The accounts of all users. */
  static final class Accounts {

    private final Map<String, Integer> balances = new ConcurrentHashMap<>();
    private final Map<String, Integer> reads = new ConcurrentHashMap<>();

    @Tool
    String balance(@ToolMemoryId String user) {
      reads.merge(user, 1, Integer::sum);
      return user + " has " + balances.getOrDefault(user, 0);
    }

    @Tool
    String deposit(@ToolMemoryId String user, int amount) {
      return user + " now has " + balances.merge(user, amount, Integer::sum);
    }
  }

  public static void main(String[] args) throws Exception {
    Accounts accounts = new Accounts();
    ExecutorService pool = Executors.newFixedThreadPool(USERS.size());
    try (ScriptedModelServer model = ScriptedModelServer.start(AccountsProgram::next)) {
      Desk desk = new Desk(bank(model.baseUrl(), accounts));
      List<Callable<List<String>>> users = new ArrayList<>();
      for (String user : USERS) {
        users.add(() -> QUESTIONS.stream().map(each -> desk.ask(user, each)).toList());
      }
      for (Future<List<String>> answers : pool.invokeAll(users)) {
        answers.get().forEach(System.out::println);
      }
      System.out.println("reads: " + accounts.reads.values().stream().mapToInt(n -> n).sum());
      System.out.println("refused: " + model.refusals());
    } finally {
      pool.shutdown();
    }
  }

  private static Bank bank(String url, Accounts accounts) {
    return AiServices.builder(Bank.class)
        .chatModel(AssistantsSince10.model(url))
        .chatMemoryProvider(id -> MessageWindowChatMemory.builder().id(id).maxMessages(100).build())
        .tools(accounts)
        .build();
  }

  private static Reply next(Conversation conversation) {
    List<String> results = conversation.latestToolResults();
    if (!results.isEmpty()) {
      return new Reply.Answer(results.get(0));
    }
    String question = conversation.messages().get(conversation.messages().size() - 1).text();
    String arguments = question.equals("deposit") ? "{\"amount\": 10}" : "{}";
    return new Reply.ToolCalls(List.of(new Reply.ToolCall(question, arguments)));
  }
}
