package io.loopsentinel.agent.telemetry.application;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.engine.identity.ForgettableClassValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Finds the trace that a call is part of through the libraries that the guarded class sees; to be
 * asked on the thread of the call. Thread-safe.
 */
public final class TraceLookup extends ForgettableClassValue<List<ApplicationLibrary>> {

  private static final Map<String, String> BRIDGES =
      Map.of("OpenTelemetryBridge", "io.opentelemetry.api.trace.Span");

  private final Consumer<Throwable> failures;

  /** Creates a lookup that reports what libraries throw. */
  public TraceLookup(Consumer<Throwable> failures) {
    this.failures = failures;
  }

  @Override
  protected List<ApplicationLibrary> compute(Class<?> guarded) {
    List<ApplicationLibrary> found = new ArrayList<>();
    BRIDGES.forEach(
        (bridge, used) -> {
          try {
            found.add(BridgeLoader.open(bridge, used, guarded.getClassLoader()));
          } catch (ReflectiveOperationException | LinkageError e) {
            // The class does not see that one.
          }
        });
    return found;
  }

  /** Adds an event to the span of a call of a guarded class, if there is one. */
  public void addToSpan(Class<?> guarded, LoopEvent event) {
    try {
      get(guarded).forEach(library -> library.addToSpan(event));
    } catch (RuntimeException | LinkageError e) {
      failures.accept(
          new LocatedFailure("telemetry.opentelemetry", null, "a span lacks an event", e));
    }
  }
}
