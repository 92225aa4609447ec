package io.loopsentinel.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is found in the table of the sessions, whatever the keys are and whoever changes it. */
class SessionTableTest {

  private static final HistoryLayout LAYOUT = Engines.shippedLayout();

  private final SessionTable table = new SessionTable();

  /** A key whose hash code is what it is told, and that counts comparisons. */
  private record Key(int number, int hash, AtomicLong compared) implements Comparable<Key> {

    @Override
    public boolean equals(@Nullable Object other) {
      compared.incrementAndGet();
      return other instanceof Key key && number == key.number;
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public int compareTo(Key other) {
      compared.incrementAndGet();
      return Integer.compare(number, other.number);
    }
  }

  @Test
  void findsEachOfManySessionsByAnEqualKey() {
    List<StoredSession> sessions =
        IntStream.range(0, 10_000).mapToObj(i -> add("conversation-" + i)).toList();

    for (int i = 0; i < sessions.size(); i++) {
      assertThat(table.get(new String("conversation-" + i))).isSameAs(sessions.get(i));
    }
    assertThat(table.get("conversation-10000")).isNull();
    assertThat(table.sessions()).containsExactlyInAnyOrderElementsOf(sessions);
  }

  @Test
  void findsNothingWhereThereIsNothing() {
    assertThat(table.get("session")).isNull();
    table.remove(session("session"));
    table.expect(SessionTable.hash("session"));
    assertThat(table.sessions()).isEmpty();
  }

  @Test
  void leavesTheSessionThatAKeyHasByNow() {
    StoredSession before = add("session");
    table.remove(before);
    StoredSession now = add("session");

    table.remove(before);

    assertThat(table.get("session")).isSameAs(now);
  }

  /** With few hash codes sessions stand far from their places, and also without one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 40, 1_000_000})
  void holdsWhatAMapHolds(int hashCodes) {
    SplittableRandom random = new SplittableRandom(hashCodes);
    AtomicLong compared = new AtomicLong();
    Map<Key, StoredSession> expected = new HashMap<>();

    for (int step = 0; step < 20_000; step++) {
      int number = random.nextInt(step < 10_000 ? 400 : 100);
      Key key = new Key(number, number % hashCodes, compared);
      StoredSession known = expected.get(key);
      assertThat(table.get(key)).isSameAs(known);
      if (known == null) {
        expected.put(key, add(key));
      } else {
        expected.remove(key);
        table.remove(known);
      }
    }

    assertThat(table.sessions()).containsExactlyInAnyOrderElementsOf(expected.values());
  }

  @Test
  void comparesFewKeysThoughAllHaveOneHashCode() {
    AtomicLong compared = new AtomicLong();
    for (int number = 0; number < 100_000; number++) {
      add(new Key(number, 1, compared));
    }
    compared.set(0);

    for (int number = 0; number < 100_000; number += 100) {
      assertThat(table.get(new Key(number, 1, compared))).isNotNull();
    }

    // Those of the places, and those that lead through a balanced tree; a row would be 50,000.
    assertThat(compared.get() / 1_000).isLessThan(200);
  }

  @Test
  void findsTheSessionOfTheKeyOrNoneWhileOthersComeAndGo() throws Exception {
    AtomicLong compared = new AtomicLong();
    List<Key> keys =
        IntStream.range(0, 64).mapToObj(number -> new Key(number, number % 5, compared)).toList();
    AtomicBoolean changes = new AtomicBoolean(true);
    ExecutorService readers = Executors.newFixedThreadPool(2);
    try {
      List<Future<Integer>> found = new ArrayList<>();
      for (int reader = 0; reader < 2; reader++) {
        found.add(readers.submit(() -> findRightOnes(keys, changes)));
      }
      changeAtRandom(keys);
      changes.set(false);
      for (Future<Integer> each : found) {
        assertThat(each.get()).isPositive();
      }
    } finally {
      readers.shutdownNow();
    }
  }

  private int findRightOnes(List<Key> keys, AtomicBoolean changes) {
    int found = 0;
    for (int i = 0; changes.get() || found == 0; i = (i + 1) % keys.size()) {
      Key key = keys.get(i);
      StoredSession session = table.get(key);
      if (session != null) {
        assertThat(session.key()).isSameAs(key);
        found++;
      }
    }
    return found;
  }

  /** Adds and removes; whoever changes the table finds what is in it. */
  private void changeAtRandom(List<Key> keys) {
    SplittableRandom random = new SplittableRandom(3);
    Map<Key, StoredSession> expected = new HashMap<>();
    for (int step = 0; step < 200_000; step++) {
      Key key = keys.get(random.nextInt(keys.size()));
      StoredSession known = expected.remove(key);
      assertThat(table.get(key)).isSameAs(known);
      if (known == null) {
        expected.put(key, add(key));
      } else {
        table.remove(known);
      }
    }
    if (expected.isEmpty()) {
      add(keys.get(0));
    }
  }

  private StoredSession add(Object key) {
    StoredSession added = session(key);
    table.add(added);
    return added;
  }

  private static StoredSession session(Object key) {
    return new StoredSession(key, LAYOUT, 0);
  }
}
