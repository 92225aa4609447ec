package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.settings.SessionSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Which sessions are remembered, for how long, and which are forgotten for others. */
class SessionStoreTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(30);

  private final List<Eviction> evictions = new ArrayList<>();
  private long now = Long.MAX_VALUE - 1; // A clock of nanoseconds may run over.

  @Test
  void keepsASessionThatBeganJustNowThoughAllOthersAreUsedMore() {
    SessionStore store = store(10);
    for (int round = 0; round < 20; round++) {
      use(store, "old", 0, 10);
    }

    Session begun = store.session("new");
    for (int other = 0; other < 4; other++) {
      store.session("another new one " + other);
      assertThat(store.session("new")).isSameAs(begun);
    }

    assertThat(evictions).extracting(Eviction::session).doesNotContain("new");
  }

  @Test
  void findsTheLoopOfASessionThatBeganLastThoughAllOthersAreUsedMore() {
    Engine engine = Engines.of("sentinel: {sessions: {max: 10}}");
    for (int call = 0; call < 200; call++) {
      engine.judge("session " + call % 10, engine.identify("look", call));
    }

    List<Ruling> rulings = new ArrayList<>();
    for (int call = 0; call < 4; call++) {
      rulings.add(engine.judge("looping", engine.identify("search", "the same")));
      engine.judge("passing by " + call, engine.identify("look", call));
    }

    assertThat(rulings.subList(0, 3)).allMatch(Ruling.Pass.class::isInstance);
    assertThat(rulings.get(3)).isInstanceOf(Ruling.Found.class);
  }

  @Test
  void forgetsSessionsInTheOrderInWhichTheyBeganWhereNoneWasUsedAgain() {
    SessionStore store = store(3);

    use(store, "session", 0, 6);

    assertThat(evictions)
        .containsExactly(
            new Eviction("session 0", false),
            new Eviction("session 1", false),
            new Eviction("session 2", false));
  }

  @Test
  void passesOverASessionThatWasUsedSince() {
    SessionStore store = store(3);
    use(store, "session", 0, 3);

    use(store, "session", 0, 1);
    use(store, "session", 3, 5);

    assertThat(evictions).extracting(Eviction::session).containsExactly("session 1", "session 2");
  }

  @Test
  void passesOverASessionOnceForEachTimeInWhichItWasUsed() {
    SessionStore store = store(3);
    use(store, "session", 0, 3);
    use(store, "session", 0, 1);
    use(store, "session", 0, 1);

    use(store, "session", 3, 6);

    assertThat(evictions)
        .extracting(Eviction::session)
        .containsExactly("session 1", "session 2", "session 0");
  }

  @Test
  void forgetsTheLeastRecentlyUsedWhereAllWereUsed() {
    SessionStore store = store(4);
    use(store, "session", 0, 4);
    for (int session : new int[] {3, 0, 2, 1}) {
      now++;
      now++;
      use(store, "session", session, session + 1);
    }

    store.session("new");

    assertThat(evictions).containsExactly(new Eviction("session 3", false));
  }

  @Test
  void aStoreForOneSessionHasTheOneThatWasAskedForLast() {
    SessionStore store = store(1);
    store.session("one");
    store.session("one");

    Session another = store.session("another");

    assertThat(store.session("another")).isSameAs(another);
    assertThat(store.terminations()).containsOnlyKeys("another");
    assertThat(evictions).containsExactly(new Eviction("one", false));
  }

  @Test
  void aCallMovesNoMoreSessionsThanItLooksAt() {
    SessionStore store = store(10_000);
    use(store, "session", 0, 10_000);
    use(store, "session", 0, 10_000);

    store.session("new");

    // All were used; the first goes, of those that were looked at.
    assertThat(evictions).containsExactly(new Eviction("session 0", false));
    store.session("another");
    assertThat(evictions.get(1).session()).isEqualTo("session " + SessionQueue.MOST_LOOKED_AT);
  }

  @Test
  void aCallBeginsANewSessionWhereTheOldOneWasIdle() {
    SessionStore store = store(10);
    Session old = store.session("session");

    now += TIMEOUT.toNanos() - 1;
    assertThat(store.session("session")).isSameAs(old);
    now += TIMEOUT.toNanos();
    Session begun = store.session("session");

    assertThat(begun).isNotSameAs(old);
    assertThat(begun.isForgotten()).isFalse();
    assertThat(old.isForgotten()).isTrue();
    assertThat(evictions).containsExactly(new Eviction("session", true));
    assertThat(store.session("session")).isSameAs(begun);
  }

  @Test
  void showsNoSessionThatIsIdle() {
    SessionStore store = store(1_000);
    use(store, "idle", 0, 500);

    now += TIMEOUT.toNanos();

    assertThat(store.terminations()).isEmpty();
    store.session("begun");
    assertThat(store.terminations()).containsOnlyKeys("begun");
  }

  @Test
  void forgetsAnIdleSessionThoughACallInItWasExpected() {
    SessionStore store = store(10);
    Session idle = store.session("session");

    now += TIMEOUT.toNanos();
    store.expect(SessionTable.hash("session"));

    assertThat(store.session("session")).isNotSameAs(idle);
    assertThat(evictions).containsExactly(new Eviction("session", true));
  }

  @Test
  void beginsNoSessionThatIsOnlyExpected() {
    SessionStore store = store(10);

    store.expect(SessionTable.hash("session"));

    assertThat(store.terminations()).isEmpty();
  }

  @Test
  void resetsNoSessionThatIsIdle() {
    SessionStore store = store(10);
    store.session("session");

    now += TIMEOUT.toNanos();

    assertThat(store.forget("session")).isFalse();
    assertThat(evictions).containsExactly(new Eviction("session", true));
  }

  @Test
  void forgetsIdleSessionsWithCallsInOneThatIsInUse() {
    SessionStore store = store(10_000);
    Session used = store.session("used");
    use(store, "idle", 0, 1_000);
    now += TIMEOUT.toNanos() / 2;
    store.session("used");

    now += TIMEOUT.toNanos() / 2;
    for (int call = 0; call <= 1_000 / SessionQueue.MOST_LOOKED_AT; call++) {
      int before = evictions.size();
      assertThat(store.session("used")).isSameAs(used);
      assertThat(evictions.size() - before).isLessThanOrEqualTo(SessionQueue.MOST_LOOKED_AT);
    }

    assertThat(evictions).hasSize(1_000).allMatch(Eviction::idle);
  }

  @Test
  void forgetsAnIdleSessionAfterTwiceTheTimeAtTheLatest() {
    SessionStore store = store(1_000);
    SplittableRandom random = new SplittableRandom(11);
    use(store, "leaving", 0, 100);
    long step = TIMEOUT.toNanos() / 100;
    for (int i = 0; i < 50; i++) {
      now += step;
      use(store, "staying", 0, 100);
      store.session("leaving " + random.nextInt(100));
    }

    for (int i = 0; i < 200; i++) {
      now += step;
      use(store, "staying", 0, 100);
    }

    assertThat(evictions).hasSize(100).allMatch(Eviction::idle);
    assertThat(evictions).allMatch(eviction -> eviction.session().startsWith("leaving"));
  }

  @Test
  void hasRoomAgainAfterASessionWasReset() {
    SessionStore store = store(3);
    use(store, "session", 0, 3);

    store.forget("session 1");
    store.forget("session 1");
    store.session("new");

    assertThat(evictions).isEmpty();
    assertThat(store.terminations()).containsOnlyKeys("session 0", "session 2", "new");
  }

  @Test
  void holdsNoMoreThanAllowedWhateverIsDone() {
    SplittableRandom random = new SplittableRandom(5);
    for (int max = 1; max <= 8; max++) {
      SessionStore store = store(max);
      for (int i = 0; i < 2_000; i++) {
        String key = "session " + random.nextInt(16);
        if (random.nextInt(8) == 0) {
          store.forget(key);
        } else {
          Session session = store.session(key);
          assertThat(store.session(key)).isSameAs(session);
          assertThat(session.isForgotten()).isFalse();
        }
        now += random.nextLong(TIMEOUT.toNanos() / 8);
        assertThat(store.terminations().size()).isLessThanOrEqualTo(max);
      }
    }
  }

  private SessionStore store(int max) {
    return new SessionStore(
        new SessionSettings(max, TIMEOUT), Engines.shippedLayout(), evictions::add, () -> now);
  }

  private static void use(SessionStore store, String name, int from, int to) {
    for (int number = from; number < to; number++) {
      store.session(name + " " + number);
    }
  }
}
