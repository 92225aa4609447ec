package io.loopsentinel.engine.shared;

import io.loopsentinel.engine.api.SharedStore;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** A store in memory that several engines of a test share, and that can fail. */
final class MemoryStore implements SharedStore {

  private final Map<String, Log> logs = new HashMap<>();
  private final Map<String, Sum> sums = new HashMap<>();
  private final Supplier<Instant> clock;
  private Fault fault = Fault.NONE;
  private int appends;
  private int maxEntries = MAX_ENTRIES;

  /** What fails. */
  enum Fault {
    NONE,
    /** Nothing is done. */
    AWAY,
    /** It is done, and the reply is lost. */
    SILENT,
    /** It is done, and the reply about more than 100 sums is late. */
    SLOW
  }

  private record Sum(double amount, Instant expires) {}

  private static final class Log {
    private long places;
    private Instant expires = Instant.MAX;

    /** All entries since the last restart. */
    private final List<Entry> entries = new ArrayList<>();

    private final Map<String, Long> numbers = new HashMap<>();
  }

  MemoryStore(Supplier<Instant> clock) {
    this.clock = clock;
  }

  synchronized void fail(Fault next) {
    fault = next;
  }

  /** Loses all logs, as a server does that is started again without its data. */
  synchronized void lose() {
    logs.clear();
  }

  /** Returns a copy that keeps a number of entries of each log, even if this store dropped some. */
  synchronized MemoryStore copy(int entries) {
    MemoryStore copy = new MemoryStore(clock);
    copy.maxEntries = entries;
    logs.forEach(
        (session, log) -> {
          Log copied = copy.logs.computeIfAbsent(session, name -> new Log());
          copied.places = log.places;
          copied.entries.addAll(log.entries);
          copied.numbers.putAll(log.numbers);
        });
    return copy;
  }

  synchronized int appends() {
    return appends;
  }

  /** Appends an event of another writer as it is. */
  synchronized void inject(String session, byte[] event) throws Exception {
    List<Entry> unused =
        append(session, new Append("other", 1, List.of(event), 0, false, Duration.ofMinutes(1)));
  }

  synchronized List<byte[]> events(String session) {
    return logs.getOrDefault(session, new Log()).entries.stream().map(Entry::event).toList();
  }

  @Override
  public synchronized List<Entry> append(String session, Append append) throws IOException {
    if (fault == Fault.AWAY) {
      throw new IOException("away");
    }
    appends++;
    Instant now = clock.get();
    Log log =
        logs.compute(
            session, (name, kept) -> kept != null && kept.expires.isAfter(now) ? kept : new Log());
    log.expires = now.plus(append.expiry());
    long first = Math.max(append.first(), log.numbers.getOrDefault(append.writer(), 0L) + 1);
    if (append.restarts()) {
      log.entries.clear();
    }
    long end = append.first() + append.events().size();
    for (long number = first; number < end; number++) {
      byte[] event = append.events().get((int) (number - append.first()));
      long time = clock.get().toEpochMilli();
      log.entries.add(new Entry(++log.places, time, append.writer(), number, event));
      log.numbers.put(append.writer(), number);
    }
    if (fault == Fault.SILENT) {
      throw new IOException("no reply");
    }
    long after = append.after() > log.places ? 0 : append.after();
    int size = log.entries.size();
    int unread = (int) Math.min(log.places - after, Math.min(size, maxEntries));
    return List.copyOf(log.entries.subList(size - unread, size));
  }

  @Override
  public synchronized Map<String, Double> add(Map<String, Double> amounts, Duration expiry)
      throws IOException {
    if (fault == Fault.AWAY) {
      throw new IOException("away");
    }
    Map<String, Double> result = new HashMap<>();
    Instant now = clock.get();
    sums.values().removeIf(sum -> !sum.expires().isAfter(now));
    amounts.forEach(
        (name, amount) -> {
          Sum before = sums.get(name);
          double sum = amount + (before == null ? 0 : before.amount());
          if (amount != 0) {
            sums.put(name, new Sum(sum, now.plus(expiry)));
          }
          result.put(name, sum);
        });
    if (fault == Fault.SILENT || (fault == Fault.SLOW && amounts.size() > 100)) {
      throw new IOException("late");
    }
    return result;
  }

  @Override
  public synchronized List<SharedStore.Log> logs(int max) {
    List<SharedStore.Log> found = new ArrayList<>();
    logs.forEach(
        (session, log) -> {
          if (!log.entries.isEmpty()) {
            Entry newest = log.entries.get(log.entries.size() - 1);
            Set<String> writers = Set.copyOf(log.numbers.keySet());
            found.add(new SharedStore.Log(session, newest.time(), newest.writer(), writers));
          }
        });
    return found.stream().limit(max).toList();
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
