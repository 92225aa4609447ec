package io.loopsentinel.agent.extension;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.engine.api.EventReceiver;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Hands events to a receiver of an extension, on a thread of its own: no other sink waits. */
final class ExtensionSink implements EventSink {

  private static final int CAPACITY = 256;
  private static final int PATIENCE_SECONDS = 5;

  private final EventReceiver receiver;
  private final ExtensionGuard guard;
  private final ThreadPoolExecutor thread;

  ExtensionSink(EventReceiver receiver, ExtensionGuard guard) {
    this.receiver = receiver;
    this.guard = guard;
    this.thread =
        new ThreadPoolExecutor(
            1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(CAPACITY), guard::thread);
  }

  @Override
  public String name() {
    return "telemetry.sinks." + guard.name();
  }

  @Override
  public void accept(LoopEvent event) {
    try {
      if (!guard.isOff()) {
        thread.execute(() -> run(() -> receiver.accept(event)));
      }
    } catch (RejectedExecutionException e) {
      guard.failed("takes events slower than they come, and one was dropped", null);
    }
  }

  @Override
  public void finish() {
    if (!thread.isShutdown() && thread.getQueue().remainingCapacity() > 0) {
      thread.execute(() -> run(receiver::close));
    }
    thread.shutdown();
  }

  @Override
  public void close() throws InterruptedException {
    if (!thread.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      thread.shutdownNow();
    }
  }

  private void run(Step step) {
    try {
      step.run();
    } catch (Throwable failure) {
      guard.failed(null, failure);
    }
  }

  @FunctionalInterface
  private interface Step {
    void run() throws Exception;
  }
}
