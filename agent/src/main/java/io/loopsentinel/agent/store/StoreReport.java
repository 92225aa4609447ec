package io.loopsentinel.agent.store;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.LineLimit;
import io.loopsentinel.agent.telemetry.event.Count;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.engine.settings.OnStoreError;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.extension.Extensions.ConfiguredStore;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Counts the requests to a store, and reports when it fails and when it is back. Failures are
 * logged at most once a minute. Thread-safe.
 */
final class StoreReport {

  private static final int MAX_MESSAGE_LENGTH = 200;

  /** Maximum causes to inspect, because a chain may be circular. */
  private static final int MAX_CAUSES = 20;

  private final ConfiguredStore store;
  private final Supplier<OnStoreError> onError;
  private final Telemetry telemetry;
  private final LongSupplier nanoTime;
  private final LineLimit lines;
  private final LineLimit unreadableLines;

  /** Whether a failure was logged since the store was back. */
  private final AtomicBoolean logged = new AtomicBoolean();

  private volatile String lastFailure = "";
  private volatile long downSince;

  StoreReport(
      ConfiguredStore store,
      Supplier<OnStoreError> onError,
      Telemetry telemetry,
      LongSupplier nanoTime) {
    this.store = store;
    this.onError = onError;
    this.telemetry = telemetry;
    this.nanoTime = nanoTime;
    this.lines = new LineLimit(1, 1, nanoTime);
    this.unreadableLines = new LineLimit(1, 1, nanoTime);
    telemetry.statistics().stateOfStore(store.name(), true);
  }

  void requested() {
    count(Count.STORE_REQUESTS);
  }

  void skipped() {
    count(Count.STORE_SKIPPED);
  }

  void failed(String request, Throwable failure) {
    count(Count.STORE_FAILURES);
    if (isTimeout(failure)) {
      count(Count.STORE_TIMEOUTS);
    }
    lastFailure =
        "%s failed with %s; %s".formatted(request, describe(failure), consequence(onError.get()));
    OptionalLong suppressed = lines.decide(store.name());
    if (suppressed.isPresent()) {
      logged.set(true);
      String times = more(suppressed.getAsLong(), "failure", "failures");
      telemetry.log().warn("store " + store.name() + ": " + lastFailure + times);
    }
  }

  void unreadable(String entry) {
    count(Count.STORE_UNREADABLE);
    OptionalLong suppressed = unreadableLines.decide(store.name());
    if (suppressed.isPresent()) {
      telemetry
          .log()
          .warn(
              "store %s: %s is damaged or of another version, and ignored%s"
                  .formatted(
                      store.name(), entry, more(suppressed.getAsLong(), "entry", "entries")));
    }
  }

  private static String more(long suppressed, String one, String several) {
    return suppressed == 0
        ? ""
        : " (and %d more %s since the last report)"
            .formatted(suppressed, suppressed == 1 ? one : several);
  }

  /** Reports that requests are skipped from now on. */
  void wentDown() {
    downSince = nanoTime.getAsLong();
    telemetry.statistics().stateOfStore(store.name(), false);
    publish(
        LoopEvent.Type.STORE_UNAVAILABLE,
        "store %s is unavailable: %s".formatted(store.name(), lastFailure));
  }

  void cameBack() {
    Duration down = Duration.ofNanos(nanoTime.getAsLong() - downSince);
    String line = "store %s is back after %s s".formatted(store.name(), down.toSeconds());
    telemetry.statistics().stateOfStore(store.name(), true);
    if (logged.getAndSet(false)) {
      telemetry.log().warn(line);
    }
    publish(LoopEvent.Type.STORE_RECOVERED, line);
  }

  void notClosed(Throwable failure) {
    telemetry.log().warn("store %s: close failed with %s".formatted(store, describe(failure)));
  }

  private void count(Count count) {
    telemetry.statistics().count(count, store.name());
  }

  private void publish(LoopEvent.Type type, String line) {
    telemetry.events().publish(telemetry.event(type, null, null, line));
  }

  /** Returns the class and the message of a failure, without secrets. */
  String describe(Throwable failure) {
    String message = failure.getMessage();
    String type = failure.getClass().getName();
    return message == null
        ? type
        : type + ": " + Printable.of(store.secrets().hide(message), MAX_MESSAGE_LENGTH);
  }

  private static String consequence(OnStoreError onError) {
    String calls =
        switch (onError) {
          case LOCAL -> "calls are judged by what this JVM knows";
          case OPEN -> "calls run without being judged";
          case HINT -> "calls do not run";
        };
    return "%s (sessions.on_store_error: %s)"
        .formatted(calls, onError.name().toLowerCase(Locale.ROOT));
  }

  private static boolean isTimeout(Throwable failure) {
    return Stream.iterate(failure, each -> each != null, Throwable::getCause)
        .limit(MAX_CAUSES)
        .anyMatch(each -> each.getClass().getSimpleName().contains("Timeout"));
  }
}
