package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.settings.SessionSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Calls of one thread after the other, which mostly belong to one session. */
class LastSessionTest {

  private static final String SESSION = "conversation";

  private final ToolCall call = new ToolCall();
  private final LastSession last = new LastSession();
  private final List<Eviction> evictions = new ArrayList<>();
  private long now = Long.MAX_VALUE - 1; // A clock of nanoseconds may run over.

  private final SessionStore store =
      new SessionStore(
          new SessionSettings(2, Duration.ofMinutes(30)),
          Engines.shippedLayout(),
          evictions::add,
          () -> now);

  @Test
  void countsTheCallsOfOneSessionTogether() {
    Engine engine = Engines.shipped();

    assertThat(passing(engine, 3)).isEqualTo(3);
    assertThat(passing(engine, 1)).isZero();
  }

  @Test
  void beginsAnewWhereTheSessionIsReset() {
    Engine engine = Engines.shipped();
    passing(engine, 4);

    engine.reset(SESSION);

    assertThat(passing(engine, 3)).isEqualTo(3);
    assertThat(passing(engine, 1)).isZero();
    assertThat(engine.sessions()).containsOnlyKeys(SESSION);
  }

  @Test
  void findsWhatOthersRecordInTheSession() {
    Engine engine = Engines.shipped();
    passing(engine, 2);

    for (int i = 0; i < 2; i++) {
      engine.judge(SESSION, engine.identify("search", Map.of()));
    }

    assertThat(passing(engine, 1)).isZero();
  }

  @Test
  void takesEqualKeysForOneSession() {
    Session session = lookUp(SESSION);

    assertThat(lookUp(new String(SESSION))).isSameAs(session);
    assertThat(lookUp("another")).isNotSameAs(session);
    assertThat(lookUp(SESSION)).isSameAs(session);
  }

  @Test
  void keepsASessionThatIsInUse() {
    Session session = lookUp(SESSION);

    for (int second = 0; second < 2 * 60 * 60; second++) {
      now += Duration.ofMillis(999).toNanos();
      assertThat(lookUp(SESSION)).isSameAs(session);
    }

    assertThat(evictions).isEmpty();
  }

  @Test
  void forgetsASessionThatIsIdle() {
    Session session = lookUp(SESSION);
    lookUp(SESSION);

    now += Duration.ofMinutes(30).toNanos();

    assertThat(lookUp(SESSION)).isNotSameAs(session);
    assertThat(session.isForgotten()).isTrue();
  }

  @Test
  void forgetsASessionNotMuchSoonerThanItIsIdle() {
    Session session = lookUp(SESSION);
    lookUp(SESSION);
    now += Duration.ofMillis(999).toNanos();
    lookUp(SESSION);

    now += Duration.ofMinutes(30).toNanos() - Duration.ofSeconds(1).toNanos();

    assertThat(lookUp(SESSION)).isSameAs(session);
  }

  @Test
  void leavesASessionThatGaveWayToOthers() {
    Session session = lookUp(SESSION);
    lookUp(SESSION);
    lookUp(SESSION);

    for (int i = 0; i < 100; i++) {
      store.session("other " + i % 10);
    }
    boolean evicted = evictions.contains(new Eviction(SESSION, false));

    assertThat(evicted).isTrue();
    assertThat(session.isForgotten()).isTrue();
  }

  /** Makes equal calls, all with one object, and returns how many pass. */
  private int passing(Engine engine, int calls) {
    int passed = 0;
    for (int i = 0; i < calls; i++) {
      engine.identify("search", Map.of(), call);
      passed += engine.judge(SESSION, call) instanceof Ruling.Pass ? 1 : 0;
    }
    return passed;
  }

  private Session lookUp(String key) {
    Session known = store.last(key, last);
    return known == null || known.isForgotten() ? store.session(key, last) : known;
  }
}
