package io.loopsentinel.it.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Attaches the agent to its own JVM while several users wait for an answer, each in the first call
 * of a tool. For each of two questions the model asks for that call twenty times, for every second
 * user together with another tool. Prints the answers of each user, how often the tool had run, and
 * what the model refused.
 */
final class AttachedInRunProgram {

  private static final int USERS = 4;
  private static final int RESPONSES = 20;
  private static final String BOTH = "What is there on loops, and on the shelf?";

  private AttachedInRunProgram() {}

  /** Tools that never find anything. */
  static final class Catalogue {

    private final CountDownLatch begun;
    private final CountDownLatch attached;
    private int runs;

    Catalogue(CountDownLatch begun, CountDownLatch attached) {
      this.begun = begun;
      this.attached = attached;
    }

    @Tool
    String search(String query) throws InterruptedException {
      if (runs++ == 0) {
        begun.countDown();
        attached.await();
      }
      return "[]";
    }

    @Tool
    String browse(String shelf) {
      return "[]";
    }
  }

  /** The argument is the agent's jar. */
  public static void main(String[] args) throws Exception {
    CountDownLatch begun = new CountDownLatch(USERS);
    CountDownLatch attached = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(USERS);
    try (ScriptedModelServer model = ScriptedModelServer.start(AttachedInRunProgram::next)) {
      List<Future<String>> users = new ArrayList<>();
      for (int i = 0; i < USERS; i++) {
        String question = i % 2 == 0 ? "What is there on loops?" : BOTH;
        users.add(threads.submit(() -> ask(model, new Catalogue(begun, attached), question)));
      }
      begun.await();
      attach(args[0]);
      attached.countDown();
      for (Future<String> user : users) {
        System.out.println(user.get());
      }
      System.out.println("refused: " + model.refusals());
    } finally {
      threads.shutdown();
    }
  }

  private static String ask(ScriptedModelServer model, Catalogue catalogue, String question) {
    Assistant assistant =
        AiServices.builder(Assistant.class)
            .chatModel(AssistantsSince10.model(model.baseUrl()))
            .chatMemory(MessageWindowChatMemory.withMaxMessages(1_000))
            .tools(catalogue)
            .executeToolsConcurrently()
            .build();
    return "%s %d, %s %d"
        .formatted(
            answer(assistant, question),
            catalogue.runs,
            answer(assistant, question),
            catalogue.runs);
  }

  private static Reply next(Conversation conversation) {
    if (conversation.responsesToQuestion() == RESPONSES) {
      return new Reply.Answer("I give up.");
    }
    List<Reply.ToolCall> calls = new ArrayList<>();
    calls.add(new Reply.ToolCall("search", "{\"query\": \"loops\"}"));
    if (conversation.messages().stream().anyMatch(message -> message.text().equals(BOTH))) {
      calls.add(new Reply.ToolCall("browse", "{\"shelf\": \"loops\"}"));
    }
    return new Reply.ToolCalls(calls);
  }

  private static String answer(Assistant assistant, String question) {
    try {
      return assistant.answer(question);
    } catch (Throwable e) {
      return e.getClass().getSimpleName();
    }
  }

  private static void attach(String jar) throws InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String pid = Long.toString(ProcessHandle.current().pid());
    try {
      Process attaching = new ProcessBuilder(java, "-jar", jar, "attach", pid).inheritIO().start();
      System.out.println("attached: " + attaching.waitFor());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
