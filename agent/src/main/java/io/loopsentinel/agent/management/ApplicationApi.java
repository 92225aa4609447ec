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
 * Answers the calls of an application to {@link io.loopsentinel.LoopSentinel}, and of the launcher.
 * Thread-safe.
 *
 * <p>Only types of {@code java.base} are passed, because the application may have its own copy of
 * the API, of another version.
 *
 * @param jmx registers the MBean
 */
public record ApplicationApi(Telemetry telemetry, SessionDirectory sessions, Runnable jmx)
    implements BiFunction<String, @Nullable Object, @Nullable Object> {

  private static final long MAX_DECISION_MILLIS = 250;

  @Override
  public @Nullable Object apply(String operation, @Nullable Object argument) {
    return switch (operation) {
      case "active" -> true;
      case "subscribe" -> argument instanceof Consumer<?> consumer ? subscribe(consumer) : null;
      case "beforeAction" ->
          argument instanceof Function<?, ?> decider ? setDecider(decider) : null;
      case "calls" ->
          argument instanceof Map.Entry<?, ?> listener
              ? listen((Consumer<?>) listener.getKey(), Boolean.TRUE.equals(listener.getValue()))
              : null;
      case "reset" ->
          argument instanceof String session && sessions.reset(session, "by the application");
      case "tell" -> argument instanceof Map.Entry<?, ?> message && tell(message);
      case "sessions" -> sessions.sessions();
      case "jmx" -> registerJmx();
      default -> null;
    };
  }

  private boolean registerJmx() {
    jmx.run();
    return true;
  }

  private boolean tell(Map.Entry<?, ?> message) {
    try {
      return sessions.tell(message.getKey().toString(), message.getValue().toString());
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  private Runnable subscribe(Consumer<?> consumer) {
    // The parameter type cannot be checked at run time. With a wrong one the sink fails.
    @SuppressWarnings("unchecked")
    EventSink sink = new Listener("listener " + consumer, (Consumer<Map<String, Object>>) consumer);
    telemetry.events().add(sink);
    return () -> telemetry.events().remove(sink);
  }

  @SuppressWarnings("unchecked")
  private Runnable listen(Consumer<?> consumer, boolean content) {
    Consumer<Map<String, ?>> listener = (Consumer<Map<String, ?>>) consumer;
    telemetry.callListeners().put(listener, content);
    return () -> telemetry.callListeners().remove(listener);
  }

  @SuppressWarnings("unchecked")
  private Runnable setDecider(Function<?, ?> listener) {
    Telemetry.Decider decider =
        new Telemetry.Decider((Function<Map<String, ?>, ?>) listener, MAX_DECISION_MILLIS);
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
