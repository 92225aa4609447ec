package io.loopsentinel.agent.telemetry.application;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.engine.identity.ForgettableClassValue;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the trace of a call, on its thread, through the libraries that are visible to the guarded
 * class. Thread-safe.
 *
 * <p>A library is used only after the application itself has loaded it, because the first use
 * initializes it, which would be too early for the application and may print. Loaded classes are
 * listed again only if others were loaded since, because there are tens of thousands.
 */
public final class TraceLookup extends ForgettableClassValue<ApplicationLibrary> {

  private static final String SPAN = "io.opentelemetry.api.trace.Span";
  private static final String MDC = "org.slf4j.MDC";

  private final Supplier<Class<?>[]> classes;
  private final LongSupplier loads;
  private final Consumer<Throwable> failures;
  private volatile Libraries libraries;

  /**
   * Creates a lookup.
   *
   * @param loads supplies the number of classes of the application that were loaded so far
   */
  public TraceLookup(
      Supplier<Class<?>[]> classes, LongSupplier loads, Consumer<Throwable> failures) {
    this.classes = classes;
    this.loads = loads;
    this.libraries = new Libraries(Set.of(), -1);
    this.failures = failures;
  }

  @Override
  protected ApplicationLibrary compute(Class<?> used) {
    String bridge = used.getName().equals(SPAN) ? "OpenTelemetryBridge" : "MdcBridge";
    try {
      return ApplicationLibrary.open(bridge, used.getName(), used.getClassLoader());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the trace of a call of a guarded class, from the first library that knows it. */
  public LoopEvent.@Nullable Trace trace(Class<?> guarded) {
    Set<String> loaded = loaded();
    LoopEvent.Trace trace = loaded.contains(SPAN) ? trace(SPAN, guarded) : null;
    return trace == null && loaded.contains(MDC) ? trace(MDC, guarded) : trace;
  }

  /** The libraries that were among a number of loaded classes. */
  private record Libraries(Set<String> loaded, long loads) {}

  private Set<String> loaded() {
    Libraries known = libraries;
    long now = loads.getAsLong();
    if (now == known.loads) {
      return known.loaded;
    }
    Set<String> loaded =
        Stream.of(classes.get())
            .map(Class::getName)
            .filter(name -> name.equals(SPAN) || name.equals(MDC))
            .collect(Collectors.toSet());
    libraries = new Libraries(loaded, now);
    return loaded;
  }

  private LoopEvent.@Nullable Trace trace(String library, Class<?> guarded) {
    try {
      return get(Class.forName(library, false, guarded.getClassLoader())).trace();
    } catch (ClassNotFoundException e) {
      return null; // Another part of the application uses the library.
    } catch (RuntimeException | LinkageError e) {
      failures.accept(new LocatedFailure("traces", null, "an event has no trace", e));
      return null;
    }
  }
}
