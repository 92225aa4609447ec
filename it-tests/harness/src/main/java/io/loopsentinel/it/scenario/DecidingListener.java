package io.loopsentinel.it.scenario;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopSentinel;
import io.loopsentinel.LoopSentinel.Decision;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Conversation.Message;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import java.util.function.IntSupplier;

/**
 * Decides what is done about the loop of a model that makes the same call six times unless it is
 * told of it.
 */
public enum DecidingListener {
  MILDER,
  STRICTER,
  WORDED,
  THROWING,
  BLOCKING;

  /** Is asked from now on. */
  public void listen() {
    LoopSentinel.beforeAction(this::decide);
  }

  /**
   * Asks the model; prints what it read last, or by what the run was ended, and the number of
   * searches.
   *
   * @param assistant makes what answers a question, of its model's URL
   * @param searches how often its tool was executed
   */
  public static void play(Function<String, Callable<String>> assistant, IntSupplier searches) {
    try (ScriptedModelServer model = ScriptedModelServer.start(DecidingListener::next)) {
      System.out.println(
          answer(assistant.apply(model.baseUrl())) + ", " + searches.getAsInt() + " searches");
    }
  }

  private Decision decide(LoopEvent event) {
    return switch (this) {
      case MILDER -> new Decision("observe", null);
      case STRICTER -> new Decision("abort", null);
      case WORDED -> new Decision(null, "Ask for the number of the order.");
      case THROWING -> throw new IllegalStateException(event.reason());
      case BLOCKING -> block();
    };
  }

  private static Decision block() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new Decision("observe", null);
  }

  private static Reply next(Conversation conversation) {
    List<Message> messages = conversation.messages();
    Message latest = messages.get(messages.size() - 1);
    long results = messages.stream().filter(message -> message.role().equals("tool")).count();
    if (latest.text().contains(Conversation.LOOP_MARK)) {
      return new Answer(latest.text().split("[.,]", 2)[0]);
    }
    return results == 6
        ? new Answer("not told")
        : new ToolCalls(List.of(new ToolCall("search", "{\"query\": \"loops\"}")));
  }

  private static String answer(Callable<String> assistant) {
    try {
      return assistant.call();
    } catch (Exception | Error e) {
      return ToolLoopError.findIn(e)
          .map(error -> error.getClass().getSimpleName())
          .orElseGet(e::toString);
    }
  }
}
