package io.loopsentinel.store.kit;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * A writer of a session's log. It numbers its events, and reads the whole log unless told where to
 * begin.
 *
 * <p>For use by one thread.
 */
final class LogWriter {

  static final Duration LONG = Duration.ofHours(1);

  private final SharedStore store;
  private final String session;
  private final String writer;
  private long last;

  LogWriter(SharedStore store, String session, String writer) {
    this.store = store;
    this.session = session;
    this.writer = writer;
  }

  /** Appends events with the numbers that follow, and returns the log. */
  List<Entry> append(String... events) throws Exception {
    return append(LONG, events);
  }

  /** Appends events to a log that expires. */
  List<Entry> append(Duration expiry, String... events) throws Exception {
    long first = last + 1;
    last += events.length;
    return send(first, all(events), 0, false, expiry);
  }

  /** Appends an event and reads the entries after a place. */
  List<Entry> append(String event, long after) throws Exception {
    return send(++last, all(event), after, false, LONG);
  }

  /** Appends an event of any bytes. */
  List<Entry> append(byte[] event) throws Exception {
    return send(++last, List.of(event), 0, false, LONG);
  }

  /** Appends events, drops all entries before them, and returns the log. */
  List<Entry> restart(String... events) throws Exception {
    long first = last + 1;
    last += events.length;
    return send(first, all(events), 0, true, LONG);
  }

  /** Appends events with numbers that may have been used, and returns the log. */
  List<Entry> repeat(long first, String... events) throws Exception {
    last = Math.max(last, first + events.length - 1);
    return send(first, all(events), 0, false, LONG);
  }

  /** Repeats {@link #restart}. */
  List<Entry> repeatRestart(long first, String... events) throws Exception {
    last = Math.max(last, first + events.length - 1);
    return send(first, all(events), 0, true, LONG);
  }

  List<Entry> readAfter(long after) throws Exception {
    return send(last + 1, List.of(), after, false, LONG);
  }

  List<Entry> read() throws Exception {
    return readAfter(0);
  }

  private List<Entry> send(
      long first, List<byte[]> events, long after, boolean restarts, Duration expiry)
      throws Exception {
    return store.append(session, new Append(writer, first, events, after, restarts, expiry));
  }

  private static List<byte[]> all(String... events) {
    return Stream.of(events).map(LogWriter::bytes).toList();
  }

  static byte[] bytes(String event) {
    return event.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns entries as lines such as {@code 2 a:1 search}: place, writer, number, event. */
  static List<String> lines(List<Entry> entries) {
    return entries.stream().map(LogWriter::line).toList();
  }

  static String line(Entry entry) {
    String event = new String(entry.event(), StandardCharsets.UTF_8);
    return entry.place() + " " + entry.writer() + ":" + entry.number() + " " + event;
  }
}
