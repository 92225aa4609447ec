package io.loopsentinel.store.kit;

import static io.loopsentinel.store.kit.LogWriter.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Entry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The part of {@link SharedStoreContract} about logs. Entries are compared as lines. */
abstract class SharedLogContract {

  static final String SESSION = "session";
  static final int THREADS = 8;

  private final Deque<SharedStore> opened = new ArrayDeque<>();

  /**
   * Opens a store on the data of this test, which are empty when the test begins. Stores that one
   * test opens share their data. They are closed after the test.
   */
  protected abstract SharedStore open() throws Exception;

  /** Returns an expiry that the store notices within a minute, the shortest that it can keep. */
  protected Duration shortExpiry() {
    return Duration.ofMillis(100);
  }

  @AfterEach
  void closeStores() {
    opened.forEach(SharedStore::close);
  }

  @Test
  void entriesHavePlacesInTheOrderOfAppends() throws Exception {
    LogWriter a = writer("a");
    LogWriter b = writer("b");

    assertThat(lines(a.append("search"))).containsExactly("1 a:1 search");
    assertThat(lines(b.append("read", "write")))
        .containsExactly("1 a:1 search", "2 b:1 read", "3 b:2 write");
    assertThat(lines(a.append("stop")))
        .containsExactly("1 a:1 search", "2 b:1 read", "3 b:2 write", "4 a:2 stop");
  }

  @Test
  void sessionsHaveLogsOfTheirOwn() throws Exception {
    SharedStore store = opened();

    new LogWriter(store, "one", "a").append("search");

    assertThat(lines(new LogWriter(store, "two", "a").append("read")))
        .containsExactly("1 a:1 read");
  }

  @Test
  void repliesBeginAfterThePlaceThatWasRead() throws Exception {
    LogWriter a = writer("a");
    LogWriter b = writer("b");
    a.append("1", "2", "3");

    assertThat(lines(b.readAfter(1))).containsExactly("2 a:2 2", "3 a:3 3");
    assertThat(b.readAfter(3)).isEmpty();
    assertThat(lines(b.append("4", 2))).containsExactly("3 a:3 3", "4 b:1 4");
    assertThat(lines(a.append("5", 4))).containsExactly("5 a:4 5");
  }

  @Test
  void readingBeginsNoLog() throws Exception {
    SharedStore store = opened();

    assertThat(new LogWriter(store, SESSION, "a").read()).isEmpty();

    assertThat(store.logs(10)).isEmpty();
  }

  @Test
  void aRepeatedEventIsAppendedOnce() throws Exception {
    LogWriter a = writer("a");
    LogWriter b = writer("b");
    a.append("1");
    b.append("read");

    assertThat(lines(a.repeat(1, "1"))).containsExactly("1 a:1 1", "2 b:1 read");
    assertThat(lines(a.append("2"))).containsExactly("1 a:1 1", "2 b:1 read", "3 a:2 2");
    assertThat(lines(a.repeat(1, "1"))).containsExactly("1 a:1 1", "2 b:1 read", "3 a:2 2");
  }

  @Test
  void ofEventsOfWhichSomeAreRepeatedTheOthersAreAppended() throws Exception {
    LogWriter a = writer("a");
    LogWriter b = writer("b");
    a.append("1", "2", "3");
    b.append("read");

    assertThat(lines(a.repeat(2, "2", "3", "4", "5")))
        .containsExactly("1 a:1 1", "2 a:2 2", "3 a:3 3", "4 b:1 read", "5 a:4 4", "6 a:5 5");
  }

  @Test
  void anEventIsAppendedOnceAlthoughItsRetriesMeet() throws Exception {
    List<SharedStore> stores = List.of(opened(), opened());

    for (int round = 1; round <= 20; round++) {
      int number = round;
      Concurrently.run(
          THREADS,
          thread -> new LogWriter(stores.get(thread % 2), SESSION, "a").repeat(number, "event"));
    }

    assertThat(lines(writer("b").read()))
        .isEqualTo(IntStream.rangeClosed(1, 20).mapToObj(n -> n + " a:" + n + " event").toList());
  }

  @Test
  void aRestartDropsEarlierEntriesAndPlacesContinue() throws Exception {
    LogWriter a = writer("a");
    LogWriter b = writer("b");
    a.append("1", "2");

    assertThat(lines(b.restart("again", "read"))).containsExactly("3 b:1 again", "4 b:2 read");
    assertThat(lines(a.readAfter(1))).containsExactly("3 b:1 again", "4 b:2 read");
    assertThat(lines(a.append("3"))).containsExactly("3 b:1 again", "4 b:2 read", "5 a:3 3");
  }

  @Test
  void aRestartBeginsALog() throws Exception {
    assertThat(lines(writer("a").restart("1"))).containsExactly("1 a:1 1");
  }

  @Test
  void aRepeatedRestartDropsNothingMore() throws Exception {
    LogWriter a = writer("a");
    LogWriter b = writer("b");
    a.restart("1");
    b.append("read");

    assertThat(lines(a.repeatRestart(1, "1"))).containsExactly("1 a:1 1", "2 b:1 read");
    assertThat(lines(a.repeatRestart(1, "1", "2")))
        .containsExactly("1 a:1 1", "2 b:1 read", "3 a:2 2");
  }

  @Test
  void anEventThatARestartDroppedIsNotAppendedAgain() throws Exception {
    LogWriter a = writer("a");
    a.append("1", "2");
    writer("b").restart("again");

    assertThat(lines(a.repeat(1, "1", "2"))).containsExactly("3 b:1 again");
  }

  @Test
  void aLongLogKeepsItsNewestEntries() throws Exception {
    LogWriter a = writer("a");
    LogWriter b = writer("b");
    b.append("first");
    fill(a, 3 * SharedStore.MAX_ENTRIES);
    long last = 1 + 3 * SharedStore.MAX_ENTRIES;

    List<Entry> kept = b.read();

    assertThat(kept).hasSizeBetween(SharedStore.MAX_ENTRIES, 2 * SharedStore.MAX_ENTRIES);
    long first = last - kept.size() + 1;
    assertThat(lines(kept))
        .isEqualTo(
            LongStream.rangeClosed(first, last).mapToObj(SharedLogContract::filled).toList());
    assertThat(b.readAfter(2).get(0).place()).isEqualTo(first);
    assertThat(b.readAfter(last - 1)).hasSize(1);
    assertThat(lines(b.repeat(1, "first"))).isEqualTo(lines(kept));
  }

  @Test
  void timesAreThoseOfTheStoreAndNeverGoBack() throws Exception {
    long before = System.currentTimeMillis();
    List<SharedStore> stores = List.of(opened(), opened());

    Concurrently.run(
        THREADS,
        thread -> {
          LogWriter writer = new LogWriter(stores.get(thread % 2), SESSION, "w" + thread);
          for (int i = 0; i < 25; i++) {
            writer.append("event");
          }
          return thread;
        });

    List<Long> times = writer("reader").read().stream().map(Entry::time).toList();
    assertThat(times).hasSize(THREADS * 25).isSorted();
    long minute = Duration.ofMinutes(1).toMillis();
    assertThat(times.get(0)).isCloseTo(before, within(minute));
  }

  @Test
  void aLogWithoutAppendsExpiresAlthoughItIsRead() throws Exception {
    SharedStore store = opened();
    LogWriter a = new LogWriter(store, SESSION, "a");
    a.append(shortExpiry(), "1");

    Concurrently.await("the log expires", () -> a.read().isEmpty());

    assertThat(store.logs(10)).isEmpty();
  }

  @Test
  void aLogThatExpiredBeginsAgain() throws Exception {
    LogWriter a = writer("a");
    a.append(shortExpiry(), "1");
    Concurrently.await("the log expires", () -> a.read().isEmpty());

    assertThat(lines(a.repeat(1, "new"))).containsExactly("1 a:1 new");
  }

  @Test
  void aReaderThatIsAheadOfItsLogReadsItFromTheFirstEntry() throws Exception {
    LogWriter a = writer("a");
    a.append("1", "2");

    assertThat(lines(a.readAfter(3))).containsExactly("1 a:1 1", "2 a:2 2");
    assertThat(lines(a.append("3", 3))).containsExactly("1 a:1 1", "2 a:2 2", "3 a:3 3");
    assertThat(writer("b").readAfter(3)).isEmpty();
    assertThat(new LogWriter(opened(), "none", "a").readAfter(3)).isEmpty();
  }

  @Test
  void aLogBeginsWithAnyNumberOfAWriter() throws Exception {
    LogWriter a = writer("a");

    assertThat(lines(a.repeat(7, "7"))).containsExactly("1 a:7 7");
    assertThat(lines(a.append("8"))).containsExactly("1 a:7 7", "2 a:8 8");
    assertThat(lines(a.repeat(6, "6"))).containsExactly("1 a:7 7", "2 a:8 8");
  }

  @Test
  void anAppendProlongsALog() throws Exception {
    SharedStore store = opened();
    LogWriter a = new LogWriter(store, SESSION, "a");
    LogWriter other = new LogWriter(store, "other", "a");
    a.append(shortExpiry(), "1");
    a.append(Duration.ofDays(36_500), "2");
    other.append(shortExpiry(), "1");

    Concurrently.await("the other log expires", () -> other.read().isEmpty());

    assertThat(lines(a.read())).containsExactly("1 a:1 1", "2 a:2 2");
  }

  @Test
  void eventsHaveAnyBytes() throws Exception {
    byte[] all = new byte[256];
    IntStream.range(0, 256).forEach(i -> all[i] = (byte) i);
    byte[] large = new byte[200_000];
    new Random(7).nextBytes(large);
    LogWriter a = writer("a");

    a.append(new byte[0]);
    a.append(all);
    a.append(large);

    assertThat(writer("b").read().stream().map(Entry::event))
        .containsExactly(new byte[0], all, large);
  }

  @Test
  void writersHaveNamesOfTheirCharacters() throws Exception {
    String longest = "AZaz09_.:-".repeat(6) + "aaaa";

    assertThat(lines(writer(longest).append("1"))).containsExactly("1 " + longest + ":1 1");
    assertThat(writer("a:b").append("1")).hasSize(2);
    assertThat(writer("a").append("1")).hasSize(3);
  }

  @Test
  void everyWriterReadsTheSameOrder() throws Exception {
    List<SharedStore> stores = List.of(opened(), opened(), opened());
    RecordedAppends recorded = new RecordedAppends();

    Concurrently.run(
        THREADS,
        thread -> {
          recorded.appendAtRandom(
              stores.get(thread % 3), SESSION, "w" + thread, new Random(thread));
          return thread;
        });

    recorded.check();
  }

  final SharedStore opened() throws Exception {
    SharedStore store = open();
    opened.push(store);
    return store;
  }

  final LogWriter writer(String name) throws Exception {
    return new LogWriter(opened(), SESSION, name);
  }

  /** Appends events that are named as their numbers. */
  private static void fill(LogWriter writer, int events) throws Exception {
    int batch = 512;
    for (int first = 1; first <= events; first += batch) {
      String[] names =
          IntStream.range(first, first + batch).mapToObj(Integer::toString).toArray(String[]::new);
      writer.append(names);
    }
  }

  /** Returns the entry at a place behind one other entry and {@link #fill}. */
  private static String filled(long place) {
    return "%d a:%d %d".formatted(place, place - 1, place - 1);
  }
}
