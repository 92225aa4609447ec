package io.loopsentinel.it.agentic;

import dev.langchain4j.agent.tool.P;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.model.openai.OpenAiChatModel;
import dev.langchain4j.service.AiServices;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.io.File;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * An assistant that has a librarian as a tool. The librarian is stopped, and the assistant goes on.
 * Prints what its model reads after that.
 *
 * <p>The argument: a folder with the class {@code Example}, which subscribes to events.
 */
public final class SubAgentProgram {

  private static final ToolCall SEARCH = new ToolCall("search", "{\"query\": \"loops\"}");
  private static final ToolCall ASK = new ToolCall("ask", "{\"question\": \"loops\"}");

  private SubAgentProgram() {}

  /** An assistant, or a librarian. */
  interface Answering {
    String answer(String question);
  }

  /** The librarian, as a tool. */
  record Desk(Answering librarian, CountDownLatch told) {

    @Tool("Asks the librarian")
    String ask(@P("the question") String question) throws InterruptedException {
      try {
        return librarian.answer(question);
      } catch (ToolLoopError stopped) {
        // A listener has a thread of its own.
        boolean unused = told.await(1, TimeUnit.MINUTES);
        return "The librarian has no answer.";
      }
    }
  }

  /** Counts down when a listener has printed that the parent is told. */
  private static final class Output extends PrintStream {
    private final CountDownLatch told = new CountDownLatch(1);

    Output() {
      super(System.out, true);
    }

    @Override
    public void println(String line) {
      super.println(line);
      if (line.endsWith(" is told")) {
        told.countDown();
      }
    }
  }

  public static void main(String[] args) throws Exception {
    Output output = new Output();
    System.setOut(output);
    URL[] example = {new File(args[0]).toURI().toURL()};
    Class<?> listener = Class.forName("Example", true, new URLClassLoader(example));
    ((Runnable) listener.getDeclaredConstructor().newInstance()).run();
    try (ScriptedModelServer parent = ScriptedModelServer.start(SubAgentProgram::next);
        ScriptedModelServer child = ScriptedModelServer.start(Script.stubborn(SEARCH))) {
      Answering librarian = service(child, new Shelves());
      System.out.println(service(parent, new Desk(librarian, output.told)).answer("loops?"));
    }
    System.exit(0);
  }

  private static Answering service(ScriptedModelServer model, Object tool) {
    return AiServices.builder(Answering.class)
        .chatModel(
            OpenAiChatModel.builder()
                .baseUrl(model.baseUrl())
                .apiKey("none")
                .modelName("scripted")
                .maxRetries(0)
                .build())
        .tools(tool)
        .build();
  }

  /** Asks the librarian once, and answers with what it has read since. */
  private static Reply next(Conversation conversation) {
    List<Conversation.Message> messages = conversation.messages();
    return conversation.responses() == 0
        ? new ToolCalls(List.of(ASK))
        : new Answer("read: " + messages.get(messages.size() - 1).text());
  }
}
