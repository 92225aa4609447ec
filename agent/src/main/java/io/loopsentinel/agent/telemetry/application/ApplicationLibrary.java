package io.loopsentinel.agent.telemetry.application;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.Metric;
import java.util.List;

/** What a library of the application can be told by the agent. Thread-safe. */
public interface ApplicationLibrary extends AutoCloseable {

  /** Registers what is not yet; returns false while the application has not set the library up. */
  default boolean register(List<Metric> metrics) {
    return true;
  }

  /** Adds an event to the current span of the calling thread, where there is one. */
  default void addToSpan(LoopEvent event) {}

  /** Takes back all that was registered. */
  @Override
  default void close() {}
}
