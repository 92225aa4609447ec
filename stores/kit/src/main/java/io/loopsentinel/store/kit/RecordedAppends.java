package io.loopsentinel.store.kit;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;

/**
 * The appends of many threads to one log with their replies. It checks that they are linearizable:
 * that each took effect at one moment between its begin and its end.
 *
 * <p>That is decidable without a search, because a reply shows the length of the log at this
 * moment. The appends must be the only ones to the log, and none of its entries may be dropped.
 */
final class RecordedAppends {

  /** An append with its reply and the times of its begin and its end, of a monotonic clock. */
  record Recorded(Append append, List<Entry> reply, long begin, long end) {

    /** Returns the length of the log when this append took effect. */
    long length() {
      return reply.isEmpty() ? append.after() : reply.get(reply.size() - 1).place();
    }
  }

  private static final int ROUNDS = 100;

  private final Queue<Recorded> recorded = new ConcurrentLinkedQueue<>();

  /** Appends and records. The writer must be used by one thread alone. */
  List<Entry> append(SharedStore store, String session, Append append) throws Exception {
    long begin = System.nanoTime();
    List<Entry> reply = store.append(session, append);
    add(new Recorded(append, reply, begin, System.nanoTime()));
    return reply;
  }

  /**
   * Appends some events with some that were sent before, or reads, from some place that was read;
   * many times.
   */
  void appendAtRandom(SharedStore store, String session, String writer, Random random)
      throws Exception {
    long sent = 0;
    long read = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long repeated = Math.min(sent, random.nextInt(3));
      int events = random.nextInt(4);
      long first = sent + 1 - (events == 0 ? 0 : repeated);
      sent += events;
      List<byte[]> batch =
          LongStream.rangeClosed(first, sent).mapToObj(n -> LogWriter.bytes("e" + n)).toList();
      long after = random.nextBoolean() ? read : random.nextLong(read + 1);
      Append append = new Append(writer, first, batch, after, false, LogWriter.LONG);
      List<Entry> reply = append(store, session, append);
      read = reply.isEmpty() ? after : reply.get(reply.size() - 1).place();
    }
  }

  void add(Recorded append) {
    recorded.add(append);
  }

  /**
   * Checks what was recorded.
   *
   * @throws AssertionError if no order of the appends explains the replies
   */
  void check() {
    List<Recorded> byBegin =
        recorded.stream().sorted(Comparator.comparingLong(Recorded::begin)).toList();
    List<Integer> added = new ArrayList<>();
    Map<String, Long> sent = new HashMap<>();
    for (Recorded each : byBegin) {
      checkWindow(each);
      added.add(checkAppended(each, sent));
    }
    checkOrder(sent.values().stream().mapToLong(Long::longValue).sum());
    checkRealTime(byBegin, added);
  }

  /** A reply begins after the requested place and has no gap. */
  private static void checkWindow(Recorded each) {
    long expected = each.append().after();
    for (Entry entry : each.reply()) {
      expected++;
      check(entry.place() == expected, "expected place " + expected, each);
    }
  }

  /** A reply ends with the events that were new. Returns their number. */
  private static int checkAppended(Recorded each, Map<String, Long> sent) {
    Append append = each.append();
    long lastSent = sent.getOrDefault(append.writer(), 0L);
    long last = append.first() + append.events().size() - 1;
    int added = (int) Math.max(0, last - lastSent);
    List<Entry> reply = each.reply();
    check(reply.size() >= added, "its events are missing", each);
    for (int i = 0; i < added; i++) {
      Entry entry = reply.get(reply.size() - added + i);
      long number = lastSent + 1 + i;
      byte[] event = append.events().get((int) (number - append.first()));
      boolean own = entry.writer().equals(append.writer()) && entry.number() == number;
      check(own && Arrays.equals(entry.event(), event), "expected its event " + number, each);
    }
    sent.put(append.writer(), Math.max(last, lastSent));
    return added;
  }

  /** All replies have the same entry at a place, each event has one place, and none is missing. */
  private void checkOrder(long events) {
    Map<Long, String> order = new TreeMap<>();
    Map<String, Long> places = new HashMap<>();
    for (Recorded each : recorded) {
      for (Entry entry : each.reply()) {
        String line = LogWriter.line(entry) + " at " + entry.time();
        String other = order.putIfAbsent(entry.place(), line);
        check(other == null || other.equals(line), "another reply has " + other, each);
        String event = entry.writer() + ":" + entry.number();
        Long place = places.putIfAbsent(event, entry.place());
        check(place == null || place == entry.place(), event + " is also at " + place, each);
      }
    }
    if (order.size() != events) {
      throw new AssertionError(events + " events were appended, the log has " + order.values());
    }
  }

  /** An append that began after the end of another sees it, and takes places behind it. */
  private static void checkRealTime(List<Recorded> byBegin, List<Integer> added) {
    List<Recorded> byEnd =
        byBegin.stream().sorted(Comparator.comparingLong(Recorded::end)).toList();
    long longest = 0;
    int ended = 0;
    for (int i = 0; i < byBegin.size(); i++) {
      Recorded each = byBegin.get(i);
      while (byEnd.get(ended).end() < each.begin()) {
        longest = Math.max(longest, byEnd.get(ended++).length());
      }
      long before = each.length() - added.get(i);
      check(before >= longest, "an append that had ended reached place " + longest, each);
    }
  }

  private static void check(boolean condition, String problem, Recorded each) {
    if (!condition) {
      Append append = each.append();
      throw new AssertionError(
          "%s in the reply to %s (%d events from number %d, after %d): %s"
              .formatted(
                  problem,
                  append.writer(),
                  append.events().size(),
                  append.first(),
                  append.after(),
                  LogWriter.lines(each.reply())));
    }
  }
}
