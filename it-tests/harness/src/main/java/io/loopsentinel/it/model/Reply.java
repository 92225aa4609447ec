package io.loopsentinel.it.model;

import java.util.List;

/** What a model answers to a request. */
public sealed interface Reply {

  /**
   * Text, which ends the run.
   *
   * @param text the text
   */
  record Answer(String text) implements Reply {}

  /**
   * Calls of tools, all in one response.
   *
   * @param text what the model says beside them; empty for nothing
   * @param calls the calls, at least one
   */
  record ToolCalls(String text, List<ToolCall> calls) implements Reply {

    /** Creates a response that has nothing to say beside its calls. */
    public ToolCalls(List<ToolCall> calls) {
      this("", calls);
    }
  }

  /**
   * No response, but a status of HTTP.
   *
   * @param status the status, such as 503
   */
  record Failure(int status) implements Reply {}

  /**
   * A call of a tool.
   *
   * @param tool the tool's name
   * @param arguments its arguments, a JSON object
   */
  record ToolCall(String tool, String arguments) {}
}
