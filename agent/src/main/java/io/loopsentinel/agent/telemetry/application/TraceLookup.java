package io.loopsentinel.agent.telemetry.application;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.engine.identity.ForgettableClassValue;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the trace that a call is part of through the libraries that the guarded class sees; to be
 * asked on the thread of the call. Thread-safe.
 */
public final class TraceLookup extends ForgettableClassValue<List<ApplicationLibrary>> {

  private final Consumer<Throwable> failures;

  /** Creates a lookup that reports what libraries throw. */
  public TraceLookup(Consumer<Throwable> failures) {
    this.failures = failures;
  }

  @Override
  protected List<ApplicationLibrary> compute(Class<?> guarded) {
    return Stream.concat(
            open("OpenTelemetryBridge", "io.opentelemetry.api.trace.Span", guarded),
            open("MdcBridge", "org.slf4j.MDC", guarded))
        .toList();
  }

  private static Stream<ApplicationLibrary> open(String bridge, String used, Class<?> guarded) {
    try {
      return Stream.of(BridgeLoader.open(bridge, used, guarded.getClassLoader()));
    } catch (ReflectiveOperationException | LinkageError e) {
      return Stream.of();
    }
  }

  /** Returns where a call of a guarded class is, by the first of the libraries that knows. */
  public LoopEvent.@Nullable Trace trace(Class<?> guarded) {
    try {
      for (ApplicationLibrary library : get(guarded)) {
        LoopEvent.Trace trace = library.trace();
        if (trace != null) {
          return trace;
        }
      }
    } catch (RuntimeException | LinkageError e) {
      failures.accept(new LocatedFailure("traces", null, "an event lacks its trace", e));
    }
    return null;
  }
}
