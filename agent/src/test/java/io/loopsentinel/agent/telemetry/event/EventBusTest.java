package io.loopsentinel.agent.telemetry.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.FailureLog;
import io.loopsentinel.agent.telemetry.LogText;
import io.loopsentinel.targets.config.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The way of events from threads that must not wait to sinks that may. */
class EventBusTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
  private final FailureLog failures =
      new FailureLog(
          new AgentLog(new PrintStream(lines, true, StandardCharsets.UTF_8), LogLevel.INFO),
          line -> {});
  private final EventBus bus = new EventBus(failures);

  /** Keeps what it is handed, and the threads on which it is. */
  private static class Keeping implements EventSink {

    final List<String> reasons = Collections.synchronizedList(new ArrayList<>());
    final List<String> threads = Collections.synchronizedList(new ArrayList<>());
    volatile boolean closed;

    @Override
    public String name() {
      return "keeping";
    }

    @Override
    public void accept(LoopEvent event) throws Exception {
      reasons.add(event.reason());
      threads.add(Thread.currentThread().getName());
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** Takes no event before it may. */
  private static final class Stalling extends Keeping {

    final CountDownLatch entered = new CountDownLatch(1);
    final CountDownLatch mayGoOn = new CountDownLatch(1);

    @Override
    public void accept(LoopEvent event) throws Exception {
      entered.countDown();
      mayGoOn.await();
      super.accept(event);
    }
  }

  @Test
  void deliversEventsPublishedBeforeTheEnd() {
    Keeping sink = new Keeping();
    bus.add(sink);
    bus.publish(event("the last"));

    bus.close(TIMEOUT);
    bus.publish(event("too late"));

    assertThat(sink.reasons).containsExactly("the last");
    assertThat(sink.closed).isTrue();
  }

  @Test
  void handsEventsOverInOrderOnADaemonThreadOfItsOwn() {
    Keeping sink = new Keeping();
    bus.add(sink);

    IntStream.range(0, 100).forEach(i -> bus.publish(event("event " + i)));
    bus.close(TIMEOUT);

    assertThat(sink.reasons)
        .containsExactlyElementsOf(IntStream.range(0, 100).mapToObj(i -> "event " + i).toList());
    assertThat(sink.threads).containsOnly("loop-sentinel events, keeping");
    assertThat(sink.closed).isTrue();
  }

  @Test
  void deliversToImmediateSinksOnThePublishingThread() {
    Keeping sink =
        new Keeping() {
          @Override
          public boolean isImmediate() {
            return true;
          }
        };
    bus.add(sink);

    bus.publish(event("made"));
    bus.publish(() -> event("not even made"));

    assertThat(sink.reasons).containsExactly("made");
    assertThat(sink.threads).containsOnly(Thread.currentThread().getName());
    assertThat(failures.count()).isZero();
  }

  @Test
  void dropsAndReportsEventsIfTheQueueIsFull() throws InterruptedException {
    Stalling sink = new Stalling();
    bus.add(sink);
    bus.publish(event("the first"));
    sink.entered.await();

    IntStream.range(0, EventBus.CAPACITY + 7).forEach(i -> bus.publish(event("event " + i)));
    sink.mayGoOn.countDown();
    bus.close(TIMEOUT);

    assertThat(sink.reasons).hasSize(1 + EventBus.CAPACITY);
    assertThat(failures.count()).isEqualTo(7);
    assertThat(log())
        .isEqualTo(
            "[loop-sentinel] events, keeping: they arrive faster than it handles them; some are"
                + " dropped");
  }

  @Test
  void keepsSinksApart() throws InterruptedException {
    Stalling stalling = new Stalling();
    Keeping other = new Keeping();
    bus.add(stalling);
    bus.add(other);

    bus.publish(event("the first"));
    stalling.entered.await();
    bus.publish(event("the second"));
    bus.replace(List.of(other), List.of(), TIMEOUT);

    assertThat(other.reasons).containsExactly("the first", "the second");
    assertThat(stalling.reasons).isEmpty();
    stalling.mayGoOn.countDown();
    bus.close(TIMEOUT);
    assertThat(stalling.reasons).containsExactly("the first", "the second");
  }

  @Test
  void waitsForAllSinksTogetherNoLongerThanItsPatience() throws Exception {
    List<Stalling> all = IntStream.range(0, 20).mapToObj(i -> new Stalling()).toList();
    all.forEach(bus::add);
    bus.publish(event("stalls"));
    for (Stalling each : all) {
      each.entered.await();
    }

    long start = System.nanoTime();
    bus.close(Duration.ofMillis(500));

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(8));
    assertThat(failures.count()).isEqualTo(20);
    all.forEach(each -> each.mayGoOn.countDown());
  }

  @Test
  void beginsASinkOnlyWhenThatBeforeItIsClosed() throws Exception {
    Stalling before = new Stalling();
    AtomicBoolean wasClosed = new AtomicBoolean();
    Keeping after =
        new Keeping() {
          @Override
          public void accept(LoopEvent event) throws Exception {
            wasClosed.set(before.closed);
            super.accept(event);
          }
        };
    bus.add(before);
    bus.publish(event("to the one before"));
    before.entered.await();

    Thread replacing = new Thread(() -> bus.replace(List.of(before), List.of(after), TIMEOUT));
    replacing.start();
    while (bus.has(before)) {
      Thread.onSpinWait();
    }
    bus.publish(event("to the one after"));
    before.mayGoOn.countDown();
    replacing.join();
    bus.close(TIMEOUT);

    assertThat(before.reasons).containsExactly("to the one before");
    assertThat(after.reasons).containsExactly("to the one after");
    assertThat(wasClosed).isTrue();
  }

  @Test
  void refusesMoreSinksThanItMayHave() {
    IntStream.rangeClosed(0, EventBus.MAX_SINKS).forEach(i -> bus.add(new Keeping()));

    assertThat(log())
        .isEqualTo(
            "[loop-sentinel] events, keeping: there are already 64 listeners and sinks; it gets no"
                + " events; close subscriptions that are no longer needed");
  }

  @Test
  void tellsThatTheEndCameBeforeAllWasHandedOver() throws Exception {
    Stalling sink = new Stalling();
    bus.add(sink);
    bus.publish(event("stalls"));
    sink.entered.await();

    bus.close(Duration.ofMillis(1));
    boolean wasClosed = sink.closed;
    sink.mayGoOn.countDown();

    assertThat(log())
        .isEqualTo(
            "[loop-sentinel] events, keeping: not all were delivered within 1 ms; it gets no"
                + " further ones");
    assertThat(wasClosed).isFalse();
  }

  @Test
  void goesOnWithTheOtherSinksAndEventsAfterOneThatThrows() {
    bus.add(
        new Keeping() {
          @Override
          public void accept(LoopEvent event) {
            throw new IllegalStateException("the user's secret");
          }
        });
    Keeping other = new Keeping();
    bus.add(other);

    bus.publish(event("one"));
    bus.publish(event("two"));
    bus.close(TIMEOUT);

    assertThat(other.reasons).containsExactly("one", "two");
    assertThat(log())
        .startsWith("[loop-sentinel] events, keeping: failed with java.lang.IllegalStateException")
        .endsWith("; an event was not delivered")
        .doesNotContain("secret");
  }

  @Test
  void handsNothingToASinkThatIsTakenAway() {
    Keeping gone = new Keeping();
    Keeping other = new Keeping();
    bus.add(gone);
    bus.add(other);
    bus.remove(gone);

    bus.publish(event("one"));
    bus.close(TIMEOUT);

    assertThat(gone.reasons).isEmpty();
    assertThat(other.reasons).containsExactly("one");
  }

  @Test
  void makesNoEventIfNobodyListens() {
    bus.publish(
        () -> {
          throw new AssertionError("nobody listens");
        });
    bus.close(TIMEOUT);

    assertThat(log()).isEmpty();
  }

  private String log() {
    return LogText.of(lines).strip();
  }

  private static LoopEvent event(String reason) {
    return new LoopEventBuilder(LoopEvent.Type.LOOP_DETECTED, reason).session("s").build();
  }
}
