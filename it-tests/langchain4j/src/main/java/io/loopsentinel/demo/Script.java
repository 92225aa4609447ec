package io.loopsentinel.demo;

import io.loopsentinel.demo.Reply.Answer;
import io.loopsentinel.demo.Reply.ToolCall;
import io.loopsentinel.demo.Reply.ToolCalls;
import java.util.Collections;
import java.util.List;

/** How a scripted model behaves; depends on the conversation alone. */
@FunctionalInterface
public interface Script {

  /** Returns what the model says next. */
  Reply next(Conversation conversation);

  /** A model that works its way through some responses with tool calls, and then answers. */
  static Script healthy(List<ToolCalls> responses, String answer) {
    return conversation ->
        conversation.responses() < responses.size()
            ? responses.get(conversation.responses())
            : new Answer(answer);
  }

  /**
   * A model that makes the same call again and again until a tool result tells it of the loop.
   *
   * @param copies how many such calls are in one response
   */
  static Script looping(ToolCall call, int copies, String answer) {
    Script stubborn = stubborn(call, copies);
    return conversation ->
        conversation.latestHints().isEmpty() ? stubborn.next(conversation) : new Answer(answer);
  }

  /** A model that makes the same calls again and again, whatever it is told. */
  static Script stubborn(ToolCall call, int copies) {
    return conversation -> new ToolCalls(Collections.nCopies(copies, call));
  }
}
