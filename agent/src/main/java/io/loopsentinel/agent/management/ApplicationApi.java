package io.loopsentinel.agent.management;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.EventSink;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Answers what an application asks through {@link io.loopsentinel.LoopSentinel}. Thread-safe.
 *
 * <p>Only types of {@code java.base} go in and out: the application may have a copy of the API of
 * its own, of another version.
 */
public record ApplicationApi(Telemetry telemetry, SessionDirectory sessions)
    implements BiFunction<String, @Nullable Object, @Nullable Object> {

  @Override
  public @Nullable Object apply(String operation, @Nullable Object argument) {
    return switch (operation) {
      case "active" -> true;
      case "subscribe" -> argument instanceof Consumer<?> consumer ? subscribe(consumer) : null;
      case "beforeAction" -> argument instanceof Function<?, ?> asked ? askBefore(asked) : null;
      case "reset" -> argument instanceof String session && sessions.reset(session);
      case "tell" -> argument instanceof Map.Entry<?, ?> told && tell(told);
      case "sessions" -> sessions.sessions();
      default -> null;
    };
  }

  private boolean tell(Map.Entry<?, ?> told) {
    try {
      return sessions.tell(told.getKey().toString(), told.getValue().toString());
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  private Runnable subscribe(Consumer<?> consumer) {
    // What else the API could have passed is not to be told at run time; it fails in the sink then.
    @SuppressWarnings("unchecked")
    EventSink sink = new Listener("listener " + consumer, (Consumer<Map<String, Object>>) consumer);
    telemetry.events().add(sink);
    return () -> telemetry.events().remove(sink);
  }

  @SuppressWarnings("unchecked")
  private Runnable askBefore(Function<?, ?> listener) {
    Function<Map<String, ?>, ?> decider = (Function<Map<String, ?>, ?>) listener;
    telemetry.decider().set(decider);
    return () -> telemetry.decider().compareAndSet(decider, null);
  }

  private record Listener(String name, Consumer<Map<String, Object>> consumer)
      implements EventSink {

    @Override
    public void accept(LoopEvent event) {
      consumer.accept(event.toMap());
    }
  }
}
