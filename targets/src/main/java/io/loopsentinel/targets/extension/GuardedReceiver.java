package io.loopsentinel.targets.extension;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.engine.api.EventReceiver;

/** The guarded receiver of an extension, used on the event bus's thread for it. */
record GuardedReceiver(EventReceiver receiver, ExtensionGuard guard) implements EventReceiver {

  @Override
  public void accept(LoopEvent event) {
    guard.runOnCurrentThread(() -> receiver.accept(event));
  }

  /** Closes the receiver even if it is switched off, because it may hold files or connections. */
  @Override
  public void close() {
    guard.runEvenIfOff(receiver::close);
  }
}
