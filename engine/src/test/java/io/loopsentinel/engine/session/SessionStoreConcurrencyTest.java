package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.engine.detect.HistorySizes;
import io.loopsentinel.engine.session.view.Eviction;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.SessionSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Many threads that look sessions up, begin them, and reset them. */
class SessionStoreConcurrencyTest {

  private static final int THREADS = 8;
  private static final int LOOKUPS = 5_000;
  private static final int MAX = 20;
  private static final Duration TIMEOUT = Duration.ofMinutes(30);

  private final Queue<Eviction> evictions = new ConcurrentLinkedQueue<>();
  private final AtomicLong now = new AtomicLong();

  /** What one thread does. */
  private interface Work {
    void run(int thread) throws Exception;
  }

  @RepeatedTest(20)
  void aKeyHasOneSessionThoughManyAskForItFirst() throws Exception {
    CachedSessions store = store(100);
    Set<Session> found = sessionSet();

    inParallel(thread -> found.add(store.in("new", session -> session)));

    assertThat(found).hasSize(1);
    assertThat(evictions).isEmpty();
  }

  @RepeatedTest(20)
  void anIdleSessionIsFollowedByOneThoughManyAskForIt() throws Exception {
    CachedSessions store = store(100);
    Session idle = store.in("session", session -> session);
    now.addAndGet(TIMEOUT.toNanos());
    Set<Session> found = sessionSet();

    inParallel(thread -> found.add(store.in("session", session -> session)));

    assertThat(found).hasSize(1).doesNotContain(idle);
    assertThat(evictions).containsExactly(new Eviction("session", true));
  }

  @RepeatedTest(5)
  void holdsNoMoreThanAllowedWhereManyBeginSessions() throws Exception {
    CachedSessions store = store(MAX);

    inParallel(
        thread -> {
          for (int i = 0; i < LOOKUPS; i++) {
            store.in(thread + "/" + i, session -> session);
          }
        });

    Set<Object> left = store.states(Session::state).keySet();
    assertThat(left).hasSize(MAX);
    assertThat(evictions).hasSize(THREADS * LOOKUPS - MAX).noneMatch(Eviction::idle);
    assertThat(evictions)
        .extracting(Eviction::session)
        .doesNotHaveDuplicates()
        .noneMatch(left::contains);
  }

  @Test
  void aCallDoesNotWaitForEverForASessionThatIsNotGivenBack() throws Exception {
    CachedSessions store = store(MAX);
    CountDownLatch done = new CountDownLatch(1);
    Thread holder = holding(store, done);

    try {
      assertThatThrownBy(() -> store.in("session", session -> session))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("lock");
      assertThat(sessionOf(store, "another")).isNotNull();
    } finally {
      done.countDown();
      holder.join();
    }
  }

  @Test
  void anInterruptionIsKeptAndShortensNoWait() throws Exception {
    CachedSessions store = store(MAX);
    CountDownLatch done = new CountDownLatch(1);
    Thread holder = holding(store, done);
    List<Boolean> interrupted = Collections.synchronizedList(new ArrayList<>());
    Thread waiting =
        new Thread(
            () -> {
              store.in("session", session -> session);
              interrupted.add(Thread.currentThread().isInterrupted());
            });
    waiting.start();

    waiting.interrupt();
    done.countDown();
    waiting.join();
    holder.join();

    assertThat(interrupted).containsExactly(true);
  }

  /** Starts a thread that has a session until it is done. */
  private static Thread holding(CachedSessions store, CountDownLatch done) throws Exception {
    CountDownLatch held = new CountDownLatch(1);
    Thread holder =
        new Thread(
            () ->
                store.in(
                    "session",
                    session -> {
                      held.countDown();
                      return awaited(done);
                    }));
    holder.start();
    held.await();
    return holder;
  }

  private static Session sessionOf(CachedSessions store, Object key) {
    return store.in(key, session -> session);
  }

  private static boolean awaited(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Set<Session> sessionSet() {
    return Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private CachedSessions store(int max) {
    return new CachedSessions(
        new SessionSettings(max, TIMEOUT),
        HistorySizes.of(EngineSettings.DEFAULT, List.of()),
        evictions::add,
        now::get);
  }

  private static void inParallel(Work work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    CyclicBarrier start = new CyclicBarrier(THREADS);
    try {
      List<Future<?>> pending = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        int number = thread;
        pending.add(
            threads.submit(
                () -> {
                  start.await();
                  work.run(number);
                  return null;
                }));
      }
      for (Future<?> each : pending) {
        each.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
