package io.loopsentinel.agent.extension;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.engine.api.EventReceiver;

/** Passes events to the receiver of an extension, on the event bus's thread for it. */
record ExtensionSink(EventReceiver receiver, ExtensionGuard guard) implements EventSink {

  @Override
  public String name() {
    return "telemetry.sinks." + guard.name();
  }

  @Override
  public void accept(LoopEvent event) {
    guard.runOnCurrentThread(
        () -> {
          receiver.accept(event);
          return true;
        });
  }

  @Override
  public void close() {
    guard.runOnCurrentThread(
        () -> {
          receiver.close();
          return true;
        });
  }
}
