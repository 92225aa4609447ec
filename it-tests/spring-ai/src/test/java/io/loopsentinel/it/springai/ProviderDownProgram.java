package io.loopsentinel.it.springai;

import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.Failure;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.client.ChatClient;
import org.springframework.ai.chat.client.ChatClient.ChatClientRequestSpec;
import org.springframework.ai.tool.ToolCallback;
import org.springframework.ai.tool.definition.DefaultToolDefinition;
import org.springframework.ai.tool.definition.ToolDefinition;

/**
 * Asks a client whose tool ends each run with a failure while its provider is well, then while that
 * is down, and again until it answers; prints what came of each.
 */
final class ProviderDownProgram {

  static final String REFUSED = "ProviderUnavailableException";
  private static final int FAILURES = 6;

  private ProviderDownProgram() {}

  /** A tool that cannot reach what it asks, and ends the run by it. */
  static final class DeadTool implements ToolCallback {
    @Override
    public ToolDefinition getToolDefinition() {
      return new DefaultToolDefinition("search", "Searches", "{\"type\":\"object\"}");
    }

    @Override
    public String call(String input) {
      throw new UncheckedIOException(new IOException("search is down"));
    }
  }

  /** Takes {@code called} or {@code streamed}. */
  public static void main(String[] args) {
    boolean streamed = args[0].equals("streamed");
    AtomicBoolean down = new AtomicBoolean();
    try (ScriptedModelServer server =
        ScriptedModelServer.start(
            conversation -> down.get() ? new Failure(503) : next(conversation))) {
      ChatClient client = ChatClient.create(SpringAi.impatient(server.baseUrl()));
      for (int i = 0; i < FAILURES; i++) {
        System.out.println(
            result(() -> ask(SpringAi.with(new DeadTool(), client.prompt("Search")), streamed)));
      }
      System.out.println(server.log().requests() + " requests");

      down.set(true);
      int before = server.log().requests();
      for (int i = 0; i < FAILURES; i++) {
        String result = result(() -> ask(client.prompt("Answer"), streamed));
        System.out.println(result.equals(REFUSED) ? result : "failed");
      }
      System.out.println(server.log().requests() - before + " requests");

      down.set(false);
      String answer = REFUSED;
      while (answer.equals(REFUSED)) {
        Thread.onSpinWait();
        answer = result(() -> ask(client.prompt("Answer"), streamed));
      }
      System.out.println(answer);
    }
    System.exit(0); // Threads of the client go on for a minute.
  }

  private static Reply next(Conversation conversation) {
    return conversation.messages().get(0).text().equals("Search")
        ? new ToolCalls(List.of(new ToolCall("search", "{}")))
        : new Answer("answered");
  }

  private static @Nullable String ask(ChatClientRequestSpec request, boolean streamed) {
    return streamed
        ? String.join("", request.stream().content().collectList().blockOptional().orElseThrow())
        : request.call().content();
  }

  private static String result(Supplier<@Nullable String> run) {
    try {
      return String.valueOf(run.get());
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName();
    }
  }
}
