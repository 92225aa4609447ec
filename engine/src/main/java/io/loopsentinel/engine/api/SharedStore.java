package io.loopsentinel.engine.api;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A store that several JVMs share: an ordered log of events for each session, and sums.
 *
 * <p>Each JVM reads the same events in the same order, and so judges each call alike. The store
 * does not know what an event means. It must be thread-safe, have its own timeout in all methods,
 * and throw an exception if it cannot do what it is asked. A failed append may or may not have
 * happened; it is repeated later with the same numbers. Before its first event, a JVM tries the
 * store: it reads a log and a sum that do not exist, until the store replies.
 */
public interface SharedStore extends AutoCloseable {

  /** Number of the latest entries of a log that are kept. A store may keep some more. */
  int MAX_ENTRIES = 4_096;

  /**
   * An event in the log of a session.
   *
   * @param place its place in the log: 1 for the first entry, and one more for each entry after it,
   *     also if earlier entries were dropped
   * @param time the time of the store when it was appended, in milliseconds since the epoch; never
   *     less than that of the entry before
   * @param writer the writer that appended it; empty if the store cannot read the entry
   * @param number the number that the writer gave it
   * @param event the event as the writer wrote it; not to be changed
   */
  @SuppressWarnings("ArrayRecordComponent") // Entries are not compared.
  record Entry(long place, long time, String writer, long number, byte[] event) {}

  /**
   * Events to append to a log, and the entries to read from it.
   *
   * @param writer identifies who writes, up to 64 characters of {@code A-Za-z0-9_.:-}
   * @param first the number of the first event. Later ones have the numbers that follow. A writer
   *     begins with 1 and gives each of its events in a log the next number
   * @param events the events, the oldest first; may be empty, to read only
   * @param after the place up to which the writer has read the log, 0 at first
   * @param restarts whether all entries before these events are dropped
   * @param expiry the time without an append after which the log is dropped, positive
   */
  record Append(
      String writer,
      long first,
      List<byte[]> events,
      long after,
      boolean restarts,
      Duration expiry) {}

  /**
   * A log without its events.
   *
   * @param session the name of its session
   * @param time the time of its newest entry
   * @param writer the writer of its newest entry
   * @param writers all writers that have appended to it, also if their entries were dropped
   */
  record Log(String session, long time, String writer, Set<String> writers) {}

  /**
   * Appends events to the log of a session and reads it, in one atomic step.
   *
   * <p>An event is appended once: if the log holds, or held, an event of the writer with the same
   * or a higher number, it is left out. Reading does not begin a log.
   *
   * @param session the name of the session, up to 200 characters of any kind
   * @return the entries after {@code after} in their order, with those appended now. If entries
   *     after {@code after} were dropped, it begins with the oldest that is kept; if the log ended
   *     before {@code after}, because the store has lost it, it begins with the first. Empty if
   *     there are none
   */
  List<Entry> append(String session, Append append) throws Exception;

  /**
   * Adds amounts to sums and reads them; each sum is changed atomically.
   *
   * @param amounts the amounts to add by the name of the sum, up to 300 characters of any kind; 0
   *     to read only
   * @param expiry the time without a change after which a sum is dropped, positive
   * @return the sums with these amounts, by name
   */
  Map<String, Double> add(Map<String, Double> amounts, Duration expiry) throws Exception;

  /** Returns up to {@code max} logs in any order. May take seconds: no call waits for it. */
  List<Log> logs(int max) throws Exception;

  /** Releases connections and files. */
  @Override
  void close();
}
