package io.loopsentinel.agent.telemetry.application;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.bridge.BridgeLoader;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.agent.telemetry.event.Metric;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A library of the application that takes metrics and events or knows traces. Thread-safe. */
public interface ApplicationLibrary extends EventSink {

  /**
   * Creates a bridge of this package to a library.
   *
   * @param used the class of the library that the bridge uses first
   * @throws ClassNotFoundException if the application's class loader does not find that class
   */
  static ApplicationLibrary open(String simpleName, String used, @Nullable ClassLoader application)
      throws ReflectiveOperationException {
    Class.forName(used, false, application);
    String bridge = ApplicationLibrary.class.getPackageName() + "." + simpleName;
    return (ApplicationLibrary) BridgeLoader.open(bridge, bridge, application);
  }

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

  /** Registers new metrics; returns false while the application has not set up the library. */
  default boolean register(List<Metric> metrics) {
    return true;
  }

  /** Returns the current trace and span of the calling thread, or {@code null} if not known. */
  default LoopEvent.@Nullable Trace trace() {
    return null;
  }

  /** Leaves the metrics registered, because the library may export them while the JVM ends. */
  @Override
  default void exit() {}
}
