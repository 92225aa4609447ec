package io.loopsentinel;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The API of the agent for the application in its JVM.
 *
 * <p>An application compiles against the bootstrap artifact and runs with the agent or without it.
 * Without it nothing happens, and {@link #isActive} returns false. Thread-safe; no method blocks,
 * and none throws except for {@code null} arguments.
 */
public final class LoopSentinel {

  /** The name of the hook, and its name if the JVM refuses the first one. */
  private static final String[] HOOK_NAMES = {
    "java.lang.LoopSentinelHook", "io.loopsentinel.hook.Hook",
  };

  /** What a hint begins with, and what frameworks put before it: a quote, a name, "Error: ". */
  private static final Pattern HINT = Pattern.compile("[^\\n\\\\]{0,40}loop-detected: ");

  private LoopSentinel() {}

  /** The subscription of a listener. */
  public interface Subscription extends AutoCloseable {

    /** Returns whether there was an agent to subscribe to. */
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
   * <p>Events are queued for a slow listener, and dropped if its queue is full. No call waits for a
   * listener. Its exceptions are reported in the agent's log.
   */
  public static Subscription subscribe(Consumer<? super LoopEvent> listener) {
    return new AgentSubscription(
        ask("subscribe", new Adapter(listener)) instanceof Runnable cancel ? cancel : null);
  }

  /**
   * Sets a listener that decides about each call in a loop before the action of the event is taken.
   * It can choose a milder or stricter action or another text; {@code null} keeps the action.
   * Replaces an earlier listener.
   *
   * <p>The call waits at most 250 milliseconds. If the listener is late, throws or returns an
   * unknown action, the configured action is taken, and the agent's log says so. The listener runs
   * on a thread of the agent, without the thread-locals of the call, and is interrupted when it is
   * late. The agent holds no lock meanwhile.
   *
   * <p>A call that the listener lets run is recorded. A call that the configuration lets run and
   * the listener stops counts as made. In a session that several conversations share, stricter
   * actions become warnings. The listener is not asked about batches, turns, findings in results or
   * terminated sessions, and not in mode {@code observe}.
   */
  public static Subscription beforeAction(
      Function<? super LoopEvent, @Nullable Decision> listener) {
    return new AgentSubscription(
        ask("beforeAction", new Decider(listener)) instanceof Runnable cancel ? cancel : null);
  }

  /** Calls a listener before and after each call of a tool and each turn of a model. */
  public static Subscription listen(CallListener listener) {
    Consumer<Map<String, ?>> adapter = values -> new GuardedCall(values).passTo(listener);
    return new AgentSubscription(
        ask("calls", Map.entry(adapter, listener.wantsContent())) instanceof Runnable cancel
            ? cancel
            : null);
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
   * Sends a message to the model of a session, marked as the operator's. It is delivered with the
   * next tool result that can carry it or the next request, whichever comes first. A session keeps
   * the three latest messages that wait. In mode {@code observe} no message is sent.
   *
   * @param session its key as text, as in {@link LoopEvent#session()}
   * @param text the message; ignored if blank or longer than 500 characters
   * @return whether there is such a session, and the message waits for delivery
   */
  public static boolean tell(String session, String text) {
    return Boolean.TRUE.equals(
        ask(
            "tell",
            Map.entry(
                Objects.requireNonNull(session, "session"), Objects.requireNonNull(text, "text"))));
  }

  /**
   * Returns whether a result, as the model reads it, is a hint of the agent instead of the tool's
   * answer. A warning that follows an answer is no hint; an earlier result that is given again
   * after a sentence about it is one. Needs no agent, so it also reads recorded conversations. It
   * does not recognise a configured message that has {@code loop-detected: } only later.
   */
  public static boolean isHint(@Nullable CharSequence result) {
    return result != null && HINT.matcher(result).lookingAt();
  }

  /** Returns the live sessions, in no order; none without an agent. */
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
   * java.base} are passed, so that copies of this class of any version and in any class loader
   * reach the same agent. The agent may be attached at any time.
   *
   * @return its answer; {@code null} if there is no agent, or it does not know the operation
   */
  private static @Nullable Object ask(String operation, @Nullable Object argument) {
    for (String name : HOOK_NAMES) {
      try {
        return Class.forName(name, true, null)
            .getMethod("ask", String.class, Object.class)
            .invoke(null, operation, argument);
      } catch (ReflectiveOperationException | LinkageError e) {
        // There is no agent, or an older one.
      }
    }
    return null;
  }

  /** Accepts JDK types only, because the agent may have another version of the API. */
  private record Adapter(Consumer<? super LoopEvent> listener) implements Consumer<Map<String, ?>> {

    Adapter {
      Objects.requireNonNull(listener, "listener");
    }

    @Override
    public void accept(Map<String, ?> event) {
      listener.accept(LoopEvent.of(event));
    }

    /** Returns the listener's name for the agent's log. */
    @Override
    public String toString() {
      return listener.getClass().getName();
    }
  }

  /** The adapter of a deciding listener. Returns the action and the message. */
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

  /** A subscription. Without an agent there is nothing to cancel. */
  private record AgentSubscription(@Nullable Runnable cancellation) implements Subscription {

    @Override
    public boolean isActive() {
      return cancellation != null;
    }

    @Override
    public void close() {
      if (cancellation != null) {
        cancellation.run();
      }
    }
  }
}
