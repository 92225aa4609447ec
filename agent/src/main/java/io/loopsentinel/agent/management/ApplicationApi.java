package io.loopsentinel.agent.management;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.event.EventBus;
import io.loopsentinel.agent.telemetry.event.EventSink;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers what an application asks through {@link io.loopsentinel.LoopSentinel}. Thread-safe.
 *
 * <p>Only types of {@code java.base} go in and out: the application may have a copy of the API of
 * its own, of another version.
 */
public final class ApplicationApi
    implements BiFunction<String, @Nullable Object, @Nullable Object> {

  private final EventBus events;
  private final SessionDirectory sessions;

  /** Creates an API for the application. */
  public ApplicationApi(EventBus events, SessionDirectory sessions) {
    this.events = events;
    this.sessions = sessions;
  }

  @Override
  public @Nullable Object apply(String operation, @Nullable Object argument) {
    return switch (operation) {
      case "active" -> true;
      case "subscribe" -> subscribe(argument);
      case "reset" -> argument instanceof String session && sessions.reset(session);
      case "sessions" -> sessions.sessions();
      default -> null;
    };
  }

  private @Nullable Object subscribe(@Nullable Object argument) {
    if (!(argument instanceof Consumer<?>)) {
      return null;
    }
    // What else the API could have passed is not to be told at run time; it fails in the sink then.
    @SuppressWarnings("unchecked")
    EventSink sink = new Listener((Consumer<Map<String, Object>>) argument);
    events.add(sink);
    Runnable end = () -> events.remove(sink);
    return end;
  }

  private record Listener(Consumer<Map<String, Object>> consumer) implements EventSink {

    @Override
    public String name() {
      return "listener " + consumer;
    }

    @Override
    public void accept(LoopEvent event) {
      consumer.accept(event.toMap());
    }
  }
}
