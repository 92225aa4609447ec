package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.DispatchedCall;
import io.loopsentinel.agent.guard.call.ListenerDecision;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.response.Messages;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.view.SharedSessionKey;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.thread.AgentThread;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Asks the application about a finding, before the action is taken. */
final class Veto {

  private static final int MAX_MESSAGE_LENGTH = 2_000;

  private Veto() {}

  /**
   * Asks the application; {@code null} if it does not decide.
   *
   * <p>On a thread of its own, because a listener that blocks the thread of the call could not be
   * abandoned. Findings are rare, so a pool would be idle.
   */
  static @Nullable ListenerDecision of(
      GuardContext context, DispatchedCall call, Decision.Found found) {
    Telemetry.Decider decider = context.telemetry().decider().get();
    if (decider == null || found.afterEnd() || context.engine().controls().mode() == Mode.OBSERVE) {
      return null;
    }
    Map<String, ?> event = context.reports().event(found, call.subject()).toMap();
    FutureTask<@Nullable ListenerDecision> asked =
        new FutureTask<>(() -> read(decider.listener().apply(event), found, call.session()));
    Object failure = "all threads for it are busy";
    Semaphore threads = context.decisions();
    if (threads.tryAcquire()) {
      try {
        start(AgentThread.daemon("loop-sentinel listener", () -> run(asked, threads)), threads);
        return asked.get(decider.timeoutMillis(), TimeUnit.MILLISECONDS);
      } catch (ExecutionException e) {
        failure = e.getCause();
      } catch (TimeoutException e) {
        failure = "it took more than " + decider.timeoutMillis() + " ms";
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        failure = "the thread of the call was interrupted";
      } catch (OutOfMemoryError e) { // No thread could be started.
        failure = e;
      }
      asked.cancel(true);
    }
    context.report(
        new LocatedFailure(
            "beforeAction",
            failure instanceof String text ? text : null,
            "the configured action is taken",
            failure instanceof Throwable thrown ? thrown : null));
    return null;
  }

  private static void start(Thread thread, Semaphore threads) {
    try {
      thread.start();
    } catch (Throwable noThread) {
      threads.release();
      throw noThread;
    }
  }

  private static void run(Runnable task, Semaphore threads) {
    try {
      task.run();
    } finally {
      threads.release();
    }
  }

  /** Reads an action and a message; either may be absent. */
  private static @Nullable ListenerDecision read(
      @Nullable Object decision, Decision.Found found, Object session) {
    if (!(decision instanceof List<?> values)) {
      return null;
    }
    Object named = values.get(0);
    String message = values.get(1) instanceof String text ? text : null;
    Action action =
        named == null
            ? found.action()
            : Stream.of(Action.values())
                .filter(each -> each.text().equals(named))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no such action"));
    return new ListenerDecision(
        session instanceof SharedSessionKey
                && !action.runsCall()
                && found.decisive().finding().isOfLoop()
            ? Action.WARN
            : action,
        message == null
            ? null
            : Messages.markedOnce(
                message.substring(0, Printable.end(message, MAX_MESSAGE_LENGTH))));
  }

  /** Returns the text for the model: the application's, if present. */
  static String text(CallEnvironment environment, Supplier<String> fallback) {
    return text(environment, fallback, UnaryOperator.identity());
  }

  /** As above; the application's text is changed by an operator. */
  static String text(
      CallEnvironment environment, Supplier<String> fallback, UnaryOperator<String> change) {
    ListenerDecision decided = environment.listenerDecision;
    return decided == null || decided.message() == null
        ? fallback.get()
        : change.apply(decided.message());
  }

  /** Adds to a description that the application decided, if it did. */
  static Function<Detection, String> described(
      CallEnvironment environment, Function<Detection, String> words) {
    return environment.listenerDecision == null
        ? words
        : words.andThen(said -> said + ", as the application decided");
  }
}
