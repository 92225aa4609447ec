package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.settings.SessionSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.RepeatedTest;

/** Many threads that look sessions up, begin them, and reset them. */
class SessionStoreConcurrencyTest {

  private static final int THREADS = 8;
  private static final int LOOKUPS = 20_000;
  private static final int RESETS = 1_000;
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
    SessionStore store = store(100);
    Set<StoredSession> found = sessionSet();

    inParallel(thread -> found.add(store.session("new")));

    assertThat(found).hasSize(1);
    assertThat(evictions).isEmpty();
  }

  @RepeatedTest(20)
  void anIdleSessionIsFollowedByOneThoughManyAskForIt() throws Exception {
    SessionStore store = store(100);
    StoredSession idle = store.session("session");
    now.addAndGet(TIMEOUT.toNanos());
    Set<StoredSession> found = sessionSet();

    inParallel(thread -> found.add(store.session("session")));

    assertThat(found).hasSize(1).doesNotContain(idle);
    assertThat(evictions).containsExactly(new Eviction("session", true));
  }

  @RepeatedTest(5)
  void holdsNoMoreThanAllowedWhereManyBeginSessions() throws Exception {
    SessionStore store = store(MAX);

    inParallel(
        thread -> {
          for (int i = 0; i < LOOKUPS; i++) {
            store.session(thread + "/" + i);
          }
        });

    Set<Object> left = store.terminations().keySet();
    assertThat(left).hasSize(MAX);
    assertThat(evictions).hasSize(THREADS * LOOKUPS - MAX).noneMatch(Eviction::idle);
    assertThat(evictions)
        .extracting(Eviction::session)
        .doesNotHaveDuplicates()
        .noneMatch(left::contains);
  }

  @RepeatedTest(5)
  void tellsOnceOfEachSessionThatIsForgotten() throws Exception {
    SessionStore store = store(MAX);

    Set<StoredSession> begun = useAtRandom(store, 0);

    assertThat(begun.size() - live(store, begun).size()).isEqualTo(evictions.size());
  }

  @RepeatedTest(5)
  void forgetsWhatIsResetWhateverComesBetween() throws Exception {
    SessionStore store = store(MAX);

    Set<StoredSession> begun = useAtRandom(store, RESETS);

    assertThat(begun.size() - live(store, begun).size() - evictions.size())
        .isBetween(0, THREADS * RESETS);
  }

  /** Returns all sessions that began; time goes on meanwhile, so that some are idle. */
  private Set<StoredSession> useAtRandom(SessionStore store, int resets) throws Exception {
    Set<StoredSession> begun = sessionSet();
    inParallel(
        thread -> {
          SplittableRandom random = new SplittableRandom(thread);
          for (int i = 0; i < LOOKUPS; i++) {
            String key = "session " + random.nextInt(2 * MAX);
            begun.add(store.session(key));
            if (i % 16 == 0) {
              now.addAndGet(random.nextLong(TIMEOUT.toNanos() / 4));
              store.terminations();
            }
            if (i < resets) {
              store.forget(key);
            }
          }
        });
    return begun;
  }

  /** Returns the sessions that are not forgotten: those of the store, no more and no fewer. */
  private static List<StoredSession> live(SessionStore store, Set<StoredSession> begun) {
    List<StoredSession> live = new ArrayList<>();
    for (StoredSession session : begun) {
      synchronized (session) {
        if (!session.isForgotten()) {
          live.add(session);
        }
      }
    }
    assertThat(live).hasSizeLessThanOrEqualTo(MAX);
    assertThat(live).extracting(StoredSession::key).doesNotHaveDuplicates();
    for (Object key : store.terminations().keySet()) {
      assertThat(live).contains(store.session(key));
    }
    return live;
  }

  private static Set<StoredSession> sessionSet() {
    return Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));
  }

  private SessionStore store(int max) {
    return new SessionStore(
        new SessionSettings(max, TIMEOUT), Engines.shippedLayout(), evictions::add, now::get);
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
