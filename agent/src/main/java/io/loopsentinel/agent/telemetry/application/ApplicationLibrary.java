package io.loopsentinel.agent.telemetry.application;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.agent.telemetry.event.Metric;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a library of the application can be told by the agent, and tell it. Thread-safe. */
public interface ApplicationLibrary extends EventSink {

  @Override
  default String name() {
    return getClass().getSimpleName();
  }

  @Override
  default boolean isImmediate() {
    return true;
  }

  @Override
  default void accept(LoopEvent event) {}

  /** Registers what is not yet; returns false while the application has not set the library up. */
  default boolean register(List<Metric> metrics) {
    return true;
  }

  /** Returns where the calling thread is in the traces of the application, if that is known. */
  default LoopEvent.@Nullable Trace trace() {
    return null;
  }
}
