package io.loopsentinel.it.scenario;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopSentinel;
import io.loopsentinel.ToolLoopError;
import io.loopsentinel.it.model.Conversation;
import io.loopsentinel.it.model.Conversation.Message;
import io.loopsentinel.it.model.Reply;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.ScriptedModelServer;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.function.IntSupplier;

/** A person who answers each question about a call of this JVM in the same way, or not at all. */
public enum Approver {
  NOBODY,
  /** As {@link #NOBODY}; the model makes its call twice. */
  NOBODY_TWICE,
  APPROVES,
  REJECTS;

  /** Answers from now on. */
  public void attend() {
    if (this == APPROVES || this == REJECTS) {
      LoopSentinel.subscribe(this::answer);
    }
  }

  private void answer(LoopEvent event) {
    if (event.type() == LoopEvent.Type.CALL_WAITING) {
      String question = Objects.requireNonNull(event.question()).id();
      Operator.answer(question, this == APPROVES ? "run" : "hint", null);
    }
  }

  /**
   * Asks a model that searches, and prints what it read, and the number of searches.
   *
   * @param assistant supplies the answer to a question, by its model's URL
   * @param searches how often its tool was executed
   */
  public void play(Function<String, Callable<String>> assistant, IntSupplier searches) {
    try (ScriptedModelServer model = ScriptedModelServer.start(this::next)) {
      System.out.println(
          answer(assistant.apply(model.baseUrl())) + ", " + searches.getAsInt() + " searches");
    }
  }

  private Reply next(Conversation conversation) {
    List<Message> messages = conversation.messages();
    Message latest = messages.get(messages.size() - 1);
    if (latest.text().contains(Conversation.LOOP_MARK)) {
      return new Answer(latest.text().split("\\.", 2)[0]);
    }
    return conversation.responses() == (this == NOBODY_TWICE ? 2 : 1)
        ? new Answer("found")
        : new ToolCalls(List.of(new ToolCall("search", "{\"query\": \"loops\"}")));
  }

  private static String answer(Callable<String> assistant) {
    try {
      return assistant.call();
    } catch (Exception | Error e) {
      return ToolLoopError.findIn(e).map(ToolLoopError::getMessage).orElseGet(e::toString);
    }
  }
}
