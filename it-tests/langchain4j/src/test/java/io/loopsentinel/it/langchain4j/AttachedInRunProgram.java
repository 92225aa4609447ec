package io.loopsentinel.it.langchain4j;

import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.memory.chat.MessageWindowChatMemory;
import dev.langchain4j.service.AiServices;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Attaches the agent to its own JVM in the first call of a tool, which its model calls twenty times
 * for each of two questions. Prints the answers, how often the tool ran, and what the model
 * refused.
 */
final class AttachedInRunProgram {

  private static final int RESPONSES = 20;

  private AttachedInRunProgram() {}

  /** A tool that never finds anything. */
  static final class Catalogue {

    private final File jar;
    private int runs;

    Catalogue(File jar) {
      this.jar = jar;
    }

    @Tool
    String search(String query) {
      if (runs++ == 0) {
        attach(jar);
      }
      return "[]";
    }
  }

  /** The argument is the agent's jar. */
  public static void main(String[] args) {
    Catalogue catalogue = new Catalogue(new File(args[0]));
    try (ScriptedModelServer model = ScriptedModelServer.start(AttachedInRunProgram::next)) {
      Assistant assistant =
          AiServices.builder(Assistant.class)
              .chatModel(AssistantsSince10.model(model.baseUrl()))
              .chatMemory(MessageWindowChatMemory.withMaxMessages(1_000))
              .tools(catalogue)
              .build();
      System.out.println(answer(assistant) + ", ran " + catalogue.runs);
      System.out.println(answer(assistant) + ", ran " + catalogue.runs);
      System.out.println("refused: " + model.refusals());
    }
  }

  private static Reply next(Conversation conversation) {
    return conversation.responsesToQuestion() < RESPONSES
        ? new Reply.ToolCalls(List.of(new Reply.ToolCall("search", "{\"query\": \"loops\"}")))
        : new Reply.Answer("I give up.");
  }

  private static String answer(Assistant assistant) {
    try {
      return assistant.answer("What is there on loops?");
    } catch (Throwable e) {
      return e.getClass().getSimpleName();
    }
  }

  private static void attach(File jar) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String pid = Long.toString(ProcessHandle.current().pid());
    try {
      Process attaching =
          new ProcessBuilder(java, "-jar", jar.getPath(), "attach", pid).inheritIO().start();
      System.out.println("attached: " + attaching.waitFor());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
