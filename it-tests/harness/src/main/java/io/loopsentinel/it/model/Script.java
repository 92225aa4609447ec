package io.loopsentinel.it.model;

import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Reply.ToolCalls;
import java.util.List;
import java.util.function.IntFunction;

/** How a scripted model behaves; depends on the conversation alone. */
@FunctionalInterface
public interface Script {

  /** What a model answers that gives up. */
  String EXHAUSTED = "I give up.";

  /** Returns the next reply of the model. */
  Reply next(Conversation conversation);

  /** A model that works its way through some responses with tool calls, and then answers. */
  static Script healthy(List<ToolCalls> responses, String answer) {
    return conversation ->
        conversation.responses() < responses.size()
            ? responses.get(conversation.responses())
            : new Answer(answer);
  }

  /** A model that goes on as in another script until a tool result tells it of the loop. */
  static Script looping(Script loop, String answer) {
    return conversation ->
        conversation.latestHints().isEmpty() ? loop.next(conversation) : new Answer(answer);
  }

  /**
   * A model that makes calls whatever it is told, and gives up after some responses, lest it go on
   * for ever.
   *
   * @param calls what it calls after so many responses
   */
  static Script untilExhausted(int patience, IntFunction<List<ToolCall>> calls) {
    return conversation ->
        conversation.responses() < patience
            ? new ToolCalls(calls.apply(conversation.responses()))
            : new Answer(EXHAUSTED);
  }

  /** A model that makes the same call again and again, whatever it is told. */
  static Script stubborn(ToolCall call) {
    return conversation -> new ToolCalls(List.of(call));
  }
}
