package io.loopsentinel.agent.async;

import io.loopsentinel.targets.result.AsynchronousType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Notifies a listener of the subscriptions to a reactive source, and of their outcome before the
 * application sees it.
 *
 * @param type the type of the source
 */
public record SourceObserver(LaterResult.Listener listener, AsynchronousType.Found type) {

  /**
   * Maximum number of items of a stream. The outcome of a longer stream is not seen. A streamed
   * response has about one item for each token, and few are longer.
   */
  private static final int MAX_ITEMS = 10_000;

  /**
   * Subscribes the application to a source.
   *
   * @param observed creates a subscriber that passes signals to another one
   * @param subscription subscribes to a source of the type
   */
  public <S> void subscribe(
      Object source,
      S subscriber,
      BiFunction<S, Signals, S> observed,
      BiConsumer<Object, S> subscription) {
    Object instead = instead();
    if (instead == null) {
      S passed = observed(subscriber, observed);
      listener.subscribe(() -> subscription.accept(source, passed));
    } else {
      subscription.accept(instead, subscriber);
    }
  }

  /** Returns the source to subscribe to instead; {@code null} if the work may begin. */
  private @Nullable Object instead() {
    Object value = null;
    Throwable error = null;
    try {
      value = listener.instead();
    } catch (Throwable refusal) {
      error = refusal;
    }
    return (value == null && error == null) || AsynchronousType.isOne(value)
        ? value
        : Libraries.reactive(type.type()).ready(type.kind(), value, error);
  }

  private <S> S observed(S subscriber, BiFunction<S, Signals, S> observed) {
    try {
      return listener.awaitsOutcome()
          ? observed.apply(subscriber, new Signals(listener, type.kind().isStream()))
          : subscriber;
    } catch (RuntimeException | LinkageError failure) {
      listener.cannotListen(failure);
      return subscriber;
    }
  }

  /**
   * The signals of one subscription.
   *
   * <p>They are serial (Reactive Streams, rule 1.3, and the observable contract of RxJava), so no
   * lock is needed.
   */
  public static final class Signals {

    private final LaterResult.Listener listener;
    private @Nullable List<Object> items;
    private boolean ended;

    private Signals(LaterResult.Listener listener, boolean isStream) {
      this.listener = listener;
      this.items = isStream ? new ArrayList<>() : null;
    }

    /** Passes an item to the application. The listener may replace a single value. */
    public void next(Object item, Consumer<Object> application) {
      Object passed = items == null ? end(item, null, true) : item;
      if (items != null && items.size() < MAX_ITEMS) {
        items.add(item);
      } else {
        items = null;
        ended = true;
      }
      listener.pass(() -> application.accept(passed));
    }

    public void error(Throwable error, Consumer<Throwable> application) {
      end(null, error, false);
      listener.unseen(); // If there were too many items.
      listener.pass(() -> application.accept(error));
    }

    public void complete(Runnable application) {
      end(items, null, false);
      listener.unseen();
      listener.pass(application);
    }

    /** Passes the cancellation by the application to the source. */
    public void cancel(Runnable source) {
      source.run();
      listener.unseen();
    }

    private @Nullable Object end(
        @Nullable Object value, @Nullable Throwable error, boolean replaceable) {
      if (ended) {
        return value;
      }
      ended = true;
      return listener.completed(value, error, replaceable);
    }
  }
}
