package io.loopsentinel.store.kit;

import io.loopsentinel.engine.api.SharedStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** A store in memory: the plainest that passes the contract. */
final class MemoryStore implements SharedStore {

  /** The data of several stores. */
  static final class Data {
    private final Map<String, Log> logs = new HashMap<>();
    private final Map<String, Sum> sums = new HashMap<>();
  }

  private static final class Log {
    private final List<Entry> entries = new ArrayList<>();
    private final Map<String, Long> numbers = new HashMap<>();
    private long last;
    private long expires;
  }

  private record Sum(double value, long expires) {}

  private final Data data;

  MemoryStore(Data data) {
    this.data = data;
  }

  @Override
  public List<Entry> append(String session, Append append) {
    synchronized (data) {
      dropExpired();
      Log log = data.logs.getOrDefault(session, new Log());
      long after = log.last < append.after() ? 0 : append.after();
      if (!append.events().isEmpty()) {
        data.logs.put(session, log);
        append(log, append);
        log.expires = expires(append.expiry());
      }
      return log.entries.stream().filter(entry -> entry.place() > after).toList();
    }
  }

  private static void append(Log log, Append append) {
    long held = log.numbers.getOrDefault(append.writer(), 0L);
    if (append.restarts() && held < append.first()) {
      log.entries.clear();
    }
    long number = append.first();
    for (byte[] event : append.events()) {
      if (number > held) {
        long now = System.currentTimeMillis();
        long time = Math.max(now, log.entries.isEmpty() ? 0 : last(log.entries).time());
        log.entries.add(new Entry(++log.last, time, append.writer(), number, event.clone()));
        log.numbers.put(append.writer(), number);
      }
      number++;
    }
    if (log.entries.size() > MAX_ENTRIES) {
      log.entries.subList(0, log.entries.size() - MAX_ENTRIES).clear();
    }
  }

  @Override
  public Map<String, Double> add(Map<String, Double> amounts, Duration expiry) {
    synchronized (data) {
      dropExpired();
      Map<String, Double> sums = new TreeMap<>();
      amounts.forEach(
          (name, amount) -> {
            Sum sum = data.sums.getOrDefault(name, new Sum(0, 0));
            if (amount != 0) {
              sum = new Sum(sum.value + amount, expires(expiry));
              data.sums.put(name, sum);
            }
            sums.put(name, sum.value);
          });
      return sums;
    }
  }

  @Override
  public List<SharedStore.Log> logs(int max) {
    synchronized (data) {
      dropExpired();
      List<SharedStore.Log> found = new ArrayList<>();
      data.logs.forEach(
          (session, log) -> {
            Entry newest = last(log.entries);
            Set<String> writers = Set.copyOf(log.numbers.keySet());
            found.add(new SharedStore.Log(session, newest.time(), newest.writer(), writers));
          });
      return found.stream().limit(max).toList();
    }
  }

  @Override
  public void close() {}

  private void dropExpired() {
    long now = System.currentTimeMillis();
    data.logs.values().removeIf(log -> log.expires <= now);
    data.sums.values().removeIf(sum -> sum.expires <= now);
  }

  private static Entry last(List<Entry> entries) {
    return entries.get(entries.size() - 1);
  }

  private static long expires(Duration expiry) {
    return System.currentTimeMillis() + expiry.toMillis();
  }
}
