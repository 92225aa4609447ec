package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.LoopEvent;
import java.util.function.Consumer;

/** A receiver that a test listens with, on the thread of the call. */
public record Listener(Consumer<LoopEvent> consumer) implements EventSink {

  @Override
  public boolean isImmediate() {
    return true;
  }

  @Override
  public String name() {
    return "test";
  }

  @Override
  public void accept(LoopEvent event) {
    consumer.accept(event);
  }
}
