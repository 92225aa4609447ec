package com.acme.shapes.wrappedtexts;

import java.util.function.UnaryOperator;

/** Hooks around the calls of a model and of its functions. */
public final class ModelHooks {

  /** What a hook is told. */
  public interface Event {}

  /** Tells of a call, which the hook may change. */
  public record CallEvent(Harbour.ToolCall call) implements Event {}

  /** Tells of a response. */
  public record ResponseEvent(Harbour.Completion completion) implements Event {}

  private final UnaryOperator<Event> hook;

  public ModelHooks(UnaryOperator<Event> hook) {
    this.hook = hook;
  }

  public Event execute(Event event) {
    return hook.apply(event);
  }
}
