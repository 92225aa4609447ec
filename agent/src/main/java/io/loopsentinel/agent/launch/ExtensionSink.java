package io.loopsentinel.agent.launch;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.engine.api.EventReceiver;

/** Passes events to the receiver of an extension. */
record ExtensionSink(String extension, EventReceiver receiver) implements EventSink {

  @Override
  public String name() {
    return "telemetry.sinks." + extension;
  }

  @Override
  public void accept(LoopEvent event) throws Exception {
    receiver.accept(event);
  }

  @Override
  public void close() throws Exception {
    receiver.close();
  }
}
