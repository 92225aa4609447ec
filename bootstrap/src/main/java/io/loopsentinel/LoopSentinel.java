package io.loopsentinel;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What an application can ask of the agent that guards its JVM.
 *
 * <p>An application compiles against the bootstrap artifact and runs with the agent or without it.
 * Without it nothing happens, and {@link #isActive} says so. Thread-safe; nothing here waits, and
 * nothing throws but for {@code null} arguments.
 */
public final class LoopSentinel {

  /** Where the agent puts the hook, and where it does if the JVM refuses that. */
  private static final String[] HOOKS = {
    "java.lang.LoopSentinelHook", "io.loopsentinel.hook.Hook",
  };

  private LoopSentinel() {}

  /** What ends the delivery of events to a listener. */
  public interface Subscription extends AutoCloseable {

    /** Whether there was an agent to subscribe to. */
    boolean isActive();

    /** Ends the delivery; one event may still be on its way. */
    @Override
    void close();
  }

  /**
   * What a listener wants done about a call in a loop.
   *
   * @param action {@code observe}, {@code warn}, {@code hint}, {@code abort} or {@code terminate};
   *     {@code null}: what the event says
   * @param message what the model reads of a warning or a hint, at most 2,000 characters; {@code
   *     null}: what it would have read
   */
  public record Decision(@Nullable String action, @Nullable String message) {}

  /** Whether an agent guards this JVM. */
  public static boolean isActive() {
    return Boolean.TRUE.equals(ask("active", null));
  }

  /**
   * Has a listener told of every event from now on, on a thread of the agent, one after the other.
   *
   * <p>A listener that is slow makes later events wait, and the agent drops those that find its
   * queue full; no call waits for it. What it throws is reported in the agent's log.
   */
  public static Subscription subscribe(Consumer<? super LoopEvent> listener) {
    return new AgentSubscription(
        ask("subscribe", new Adapter(listener)) instanceof Runnable end ? end : null);
  }

  /**
   * Has a listener asked before anything is done about a call that a loop was found in, as the
   * event that it gets tells. It may make that milder or stricter, or word it; {@code null} leaves
   * it as it is. A listener takes the place of the one before.
   *
   * <p>The call waits 250 milliseconds at most. Where the listener is late, throws or names no
   * action, the configured one is taken, which the agent's log tells. So that it can be given up it
   * runs on a thread of the agent, without the thread-locals of the call, and is interrupted when
   * it is late; no lock of the agent is held meanwhile.
   *
   * <p>A call that is let run is recorded as one. A call that the configuration lets run, and the
   * listener stops, counts as made. In a session that several conversations share nothing is
   * stricter than a warning. Not asked about: batches, turns, what is found in results, sessions
   * that have ended before, and anything in mode {@code observe}.
   */
  public static Subscription beforeAction(
      Function<? super LoopEvent, @Nullable Decision> listener) {
    return new AgentSubscription(
        ask("beforeAction", new Decider(listener)) instanceof Runnable end ? end : null);
  }

  /**
   * Forgets the history of a session and, if it was ended, lets its calls run again.
   *
   * @param session its key as text, as in {@link LoopEvent#session()}
   * @return whether there was such a session
   */
  public static boolean reset(String session) {
    return Boolean.TRUE.equals(ask("reset", session));
  }

  /**
   * Has the model of a session told something, marked as a word from the operator, with the next
   * tool result that can carry it or the next request, whichever comes first. At most three words
   * wait in a session, the latest, and they are forgotten with it. In mode {@code observe} nothing
   * is told.
   *
   * @param session its key as text, as in {@link LoopEvent#session()}
   * @param text what is told; one that is blank or has more than 500 characters is not
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

    /** Returns what the agent calls it in its log. */
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
