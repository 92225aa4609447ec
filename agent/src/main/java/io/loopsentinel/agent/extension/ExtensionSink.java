package io.loopsentinel.agent.extension;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.engine.api.EventReceiver;

/** Hands events to a receiver of an extension, on the thread that the bus has for it. */
record ExtensionSink(EventReceiver receiver, ExtensionGuard guard) implements EventSink {

  @Override
  public String name() {
    return "telemetry.sinks." + guard.name();
  }

  @Override
  public void accept(LoopEvent event) {
    guard.onThisThread(
        () -> {
          receiver.accept(event);
          return true;
        });
  }

  @Override
  public void close() {
    guard.onThisThread(
        () -> {
          receiver.close();
          return true;
        });
  }
}
