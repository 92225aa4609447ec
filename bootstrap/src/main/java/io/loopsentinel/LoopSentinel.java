package io.loopsentinel;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The API of the agent for the application in its JVM.
 *
 * <p>An application compiles against the bootstrap artifact and runs with the agent or without it.
 * Without it nothing happens, and {@link #isActive} returns false. Thread-safe; no method blocks,
 * and none throws except for {@code null} arguments.
 */
public final class LoopSentinel {

  /** The name of the hook, and its name if the JVM refuses the first. */
  private static final String[] HOOKS = {
    "java.lang.LoopSentinelHook", "io.loopsentinel.hook.Hook",
  };

  private LoopSentinel() {}

  /** The subscription of a listener. */
  public interface Subscription extends AutoCloseable {

    /** Returns whether there is an agent. */
    boolean isActive();

    /** Cancels the subscription; one event may still be delivered. */
    @Override
    void close();
  }

  /**
   * The decision of a listener about a call in a loop.
   *
   * @param action {@code observe}, {@code warn}, {@code hint}, {@code abort} or {@code terminate};
   *     {@code null} for the action of the event
   * @param message the text of a warning or hint, at most 2,000 characters; {@code null} for the
   *     default text
   */
  public record Decision(@Nullable String action, @Nullable String message) {}

  /** Returns whether an agent guards this JVM. */
  public static boolean isActive() {
    return Boolean.TRUE.equals(ask("active", null));
  }

  /**
   * Subscribes a listener to all events, which are delivered one after another on a thread of the
   * agent.
   *
   * <p>Events wait for a slow listener, and are dropped if its queue is full; no call waits.
   * Exceptions of the listener are reported in the agent's log.
   */
  public static Subscription subscribe(Consumer<? super LoopEvent> listener) {
    return new AgentSubscription(
        ask("subscribe", new Adapter(listener)) instanceof Runnable end ? end : null);
  }

  /**
   * Sets a listener that decides about each call in a loop before the action of the event is taken.
   * It can choose a milder or stricter action or another text; {@code null} keeps the action.
   * Replaces an earlier listener.
   *
   * <p>The call waits at most 250 milliseconds. If the listener is late, throws or returns an
   * unknown action, the configured one is taken, and the agent's log says so. The listener runs on
   * a thread of the agent, without the thread-locals of the call, and is interrupted when it is
   * late. No lock of the agent is held.
   *
   * <p>A call that the listener lets run is recorded. A call that the configuration lets run and
   * the listener stops counts as made. In a session that conversations share, stricter actions
   * become warnings. The listener is not asked about batches, turns, findings in results,
   * terminated sessions, or in mode {@code observe}.
   */
  public static Subscription beforeAction(
      Function<? super LoopEvent, @Nullable Decision> listener) {
    return new AgentSubscription(
        ask("beforeAction", new Decider(listener)) instanceof Runnable end ? end : null);
  }

  /**
   * Resets a session: drops its history and, if it was terminated, lets its calls run again.
   *
   * @param session its key as text, as in {@link LoopEvent#session()}
   * @return whether there was such a session
   */
  public static boolean reset(String session) {
    return Boolean.TRUE.equals(ask("reset", session));
  }

  /**
   * Sends a message to the model of a session, marked as the operator's, with the next tool result
   * that can carry it or the next request, whichever comes first. At most the three latest messages
   * wait in a session. In mode {@code observe} no message is sent.
   *
   * @param session its key as text, as in {@link LoopEvent#session()}
   * @param text the message; ignored if blank or longer than 500 characters
   * @return whether there was such a session, and it is to be told
   */
  public static boolean tell(String session, String text) {
    return Boolean.TRUE.equals(
        ask(
            "tell",
            Map.entry(
                Objects.requireNonNull(session, "session"), Objects.requireNonNull(text, "text"))));
  }

  /** Returns the sessions that the agent remembers, in no order; none without an agent. */
  public static List<LoopSession> sessions() {
    Map<?, ?> sessions = ask("sessions", null) instanceof Map<?, ?> known ? known : Map.of();
    return sessions.entrySet().stream()
        .map(
            entry ->
                new LoopSession(
                    String.valueOf(entry.getKey()), Boolean.TRUE.equals(entry.getValue())))
        .toList();
  }

  /**
   * Asks the agent through the hook, which every class loader finds. Only types of {@code
   * java.base} go through it, so that any number of copies of this class, of whatever versions and
   * in whatever class loaders, reach the same agent; one may be attached at any time.
   *
   * @return its answer, or {@code null} where there is no agent or it knows no such operation
   */
  private static @Nullable Object ask(String operation, @Nullable Object argument) {
    for (String name : HOOKS) {
      try {
        return Class.forName(name, true, null)
            .getMethod("ask", String.class, Object.class)
            .invoke(null, operation, argument);
      } catch (ReflectiveOperationException | LinkageError e) {
        // Not there: no agent, or an older one.
      }
    }
    return null;
  }

  /** Takes values of JDK types only, as the agent may know another version of the API. */
  private record Adapter(Consumer<? super LoopEvent> listener) implements Consumer<Map<String, ?>> {

    Adapter {
      Objects.requireNonNull(listener, "listener");
    }

    @Override
    public void accept(Map<String, ?> event) {
      listener.accept(LoopEvent.of(event));
    }

    /** Returns the name of the listener in the agent's log. */
    @Override
    public String toString() {
      return listener.getClass().getName();
    }
  }

  /** As {@link Adapter}, with an answer: the action and the message. */
  private record Decider(Function<? super LoopEvent, @Nullable Decision> listener)
      implements Function<Map<String, ?>, @Nullable List<@Nullable String>> {

    Decider {
      Objects.requireNonNull(listener, "listener");
    }

    @Override
    public @Nullable List<@Nullable String> apply(Map<String, ?> event) {
      Decision decision = listener.apply(LoopEvent.of(event));
      return decision == null ? null : Arrays.asList(decision.action(), decision.message());
    }
  }

  /** A subscription; where there is no agent, there is nothing to end. */
  private record AgentSubscription(@Nullable Runnable end) implements Subscription {

    @Override
    public boolean isActive() {
      return end != null;
    }

    @Override
    public void close() {
      if (end != null) {
        end.run();
      }
    }
  }
}
