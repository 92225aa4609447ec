package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.detect.HistorySizes;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.engine.identity.Fingerprinter;
import io.loopsentinel.engine.session.view.Eviction;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.EngineSettings.SessionSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Which sessions are remembered, for how long, and which are forgotten for others. */
class SessionStoreTest {

  private static final Duration TIMEOUT = Duration.ofMinutes(30);

  private final List<Eviction> evictions = new ArrayList<>();
  private long now = Long.MAX_VALUE - 1; // A clock of nanoseconds may run over.

  @Test
  void findsTheLoopOfASessionThatBeganLastThoughAllOthersAreUsedMore() {
    EngineSettings settings = settings(10);
    LoopEngine engine = new LoopEngine(settings, new Fingerprinter(FieldAccess.toOpenPackages()));
    for (int call = 0; call < 200; call++) {
      engine.judge("session " + call % 10, engine.identify("look", call));
    }

    List<Decision> decisions = new ArrayList<>();
    for (int call = 0; call < 4; call++) {
      decisions.add(engine.judge("looping", engine.identify("search", "the same")));
      engine.judge("passing by " + call, engine.identify("look", call));
    }

    assertThat(decisions.subList(0, 3)).allMatch(Decision.Pass.class::isInstance);
    assertThat(decisions.get(3)).isInstanceOf(Decision.Found.class);
  }

  @Test
  void asksAKeyForItsTextWhileTheSessionIsNotLocked() {
    LoopEngine engine =
        new LoopEngine(settings(10), new Fingerprinter(FieldAccess.toOpenPackages()));
    Object key =
        new Object() {
          @Override
          public String toString() {
            return "one of " + CompletableFuture.supplyAsync(engine::sessions).join().size();
          }
        };

    for (int call = 0; call < 2; call++) {
      assertThat(engine.judge(key, engine.identify("look", call)).found()).isNull();
      engine.turns().asked(key);
    }
  }

  @Test
  void asksAnEvictedKeyForItsTextWhileOtherSessionsMayBegin() {
    CachedSessions store = store(1);
    Object key =
        new Object() {
          @Override
          public String toString() {
            CompletableFuture.runAsync(() -> store.lock("third").close()).join();
            return "first";
          }
        };
    store.lock(key).close();

    store.lock("second").close();

    assertThat(evictions).extracting(Eviction::session).contains("first");
  }

  @Test
  void tellsOfSessionsThatAreForgottenBecauseThereAreTooMany() {
    CachedSessions store = store(3);

    use(store, "session", 0, 6);

    assertThat(evictions)
        .containsExactly(
            new Eviction("session 0", false),
            new Eviction("session 1", false),
            new Eviction("session 2", false));
  }

  @Test
  void forgetsTheLeastRecentlyUsed() {
    CachedSessions store = store(3);
    use(store, "session", 0, 3);

    use(store, "session", 0, 1);
    use(store, "session", 3, 5);

    assertThat(evictions).extracting(Eviction::session).containsExactly("session 1", "session 2");
  }

  @Test
  void aSessionThatIsUsedAgainAndAgainStaysThoughManyOthersBegin() {
    CachedSessions store = store(100);
    Session used = session(store, "used");

    for (int other = 0; other < 10_000; other++) {
      session(store, "other " + other);
      assertThat(session(store, "used")).isSameAs(used);
    }
  }

  @Test
  void aCallBeginsANewSessionWhereTheOldOneWasIdle() {
    CachedSessions store = store(10);
    Session old = session(store, "session");

    now += TIMEOUT.toNanos() - 1;
    assertThat(session(store, "session")).isSameAs(old);
    now += TIMEOUT.toNanos();
    Session begun = session(store, "session");

    assertThat(begun).isNotSameAs(old);
    assertThat(evictions).containsExactly(new Eviction("session", true));
    assertThat(session(store, "session")).isSameAs(begun);
  }

  @Test
  void showsNoSessionThatIsIdle() {
    CachedSessions store = store(1_000);
    use(store, "idle", 0, 500);

    now += TIMEOUT.toNanos();

    assertThat(store.states(Session::state)).isEmpty();
    session(store, "begun");
    assertThat(store.states(Session::state)).containsOnlyKeys("begun");
  }

  @Test
  void showsTheOtherSessionsIfOneStaysLocked() throws Exception {
    CachedSessions store = store(10);
    session(store, "other");
    Thread stuck = new Thread(() -> store.lock("stuck"));
    stuck.start();
    stuck.join();

    assertThat(store.states(Session::state)).containsOnlyKeys("other");
  }

  @Test
  void resetsNoSessionThatIsIdle() {
    CachedSessions store = store(10);
    store.in("session", session -> end(session));

    now += TIMEOUT.toNanos();

    assertThat(store.forget("session")).isFalse();
    assertThat(evictions).containsExactly(new Eviction("session", true));
  }

  @Test
  void tellsWhetherTheSessionThatIsResetHadEnded() {
    CachedSessions store = store(10);
    store.in("ended", session -> end(session));
    session(store, "going on");

    assertThat(store.forget("ended")).isTrue();
    assertThat(store.forget("going on")).isFalse();
    assertThat(store.states(Session::state)).isEmpty();
    assertThat(evictions).isEmpty();
  }

  @Test
  void forgetsIdleSessionsWhileAnotherIsInUse() {
    CachedSessions store = store(10_000);
    Session used = session(store, "used");
    use(store, "idle", 0, 1_000);
    now += TIMEOUT.toNanos() / 2;
    session(store, "used");
    now += TIMEOUT.toNanos() / 2;

    for (int call = 0; call < 1_000; call++) {
      assertThat(session(store, "used")).isSameAs(used);
    }

    assertThat(evictions).hasSize(1_000).allMatch(Eviction::idle);
  }

  @Test
  void hasRoomAgainAfterASessionWasReset() {
    CachedSessions store = store(3);
    use(store, "session", 0, 3);

    store.forget("session 1");
    store.forget("session 1");
    session(store, "new");

    assertThat(evictions).isEmpty();
    assertThat(store.states(Session::state)).containsOnlyKeys("session 0", "session 2", "new");
  }

  @Test
  void holdsNoMoreThanAllowedWhateverIsDone() {
    SplittableRandom random = new SplittableRandom(5);
    for (int max = 1; max <= 8; max++) {
      CachedSessions store = store(max);
      for (int i = 0; i < 2_000; i++) {
        String key = "session " + random.nextInt(16);
        if (random.nextInt(8) == 0) {
          store.forget(key);
        } else {
          session(store, key);
        }
        now += random.nextLong(TIMEOUT.toNanos() / 8);
        assertThat(store.states(Session::state).size()).isLessThanOrEqualTo(max);
      }
    }
  }

  private static boolean end(Session session) {
    session.found().terminate(Found.withAction(Action.TERMINATE));
    return true;
  }

  private static Session session(CachedSessions store, Object key) {
    return store.in(key, session -> session);
  }

  private static EngineSettings settings(int max) {
    EngineSettings shipped = EngineSettings.DEFAULT;
    return new EngineSettings(
        shipped.mode(),
        shipped.abortAt(),
        shipped.defaults(),
        shipped.overrides(),
        shipped.detectors(),
        shipped.volatilePatterns(),
        shipped.budget(),
        new SessionSettings(max, TIMEOUT),
        shipped.redacted());
  }

  private CachedSessions store(int max) {
    return new CachedSessions(
        new SessionSettings(max, TIMEOUT),
        HistorySizes.of(EngineSettings.DEFAULT, List.of()),
        evictions::add,
        () -> now);
  }

  private static void use(CachedSessions store, String name, int from, int to) {
    for (int number = from; number < to; number++) {
      session(store, name + " " + number);
    }
  }
}
