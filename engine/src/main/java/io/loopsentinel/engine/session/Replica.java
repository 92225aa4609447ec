package io.loopsentinel.engine.session;

import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import io.loopsentinel.engine.bounded.BoundedMap;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The place of a session of this JVM in the log that it shares with other JVMs: how far the log was
 * applied, and which events of this JVM it does not hold yet.
 *
 * <p>Not thread-safe; guarded by its session.
 */
final class Replica {

  /** Maximum number of events that wait for the store; the oldest is dropped. */
  private static final int MAX_UNSENT = 256;

  /** Maximum number of calls that run at once; the one that began first is dropped. */
  private static final int MAX_RUNNING = 1_024;

  private final String name;
  private final String writer;
  private long seen;
  private long lastNumber;
  private final Deque<Pending<?>> unsent = new ArrayDeque<>();
  private final Map<CallId, RecordedCall> running = new BoundedMap<>(MAX_RUNNING);

  /** An event of this JVM, and its result once it is applied. */
  static final class Pending<R> {

    private final long number;
    private @Nullable SessionEvent<R> event;
    private byte[] bytes;
    private boolean isApplied;
    private @Nullable R result;

    private Pending(long number, SessionEvent<R> event, byte[] bytes) {
      this.number = number;
      this.event = event;
      this.bytes = bytes;
    }

    long number() {
      return number;
    }

    /** Returns whether the result is known. */
    boolean isDone() {
      return result != null;
    }

    /** Sets the result before the event is applied, which then has to be read from its bytes. */
    void answer(R value) {
      result = value;
      event = null;
    }

    /**
     * Applies the event unless it was applied. It is not kept afterwards, because it may hold
     * arguments of the application.
     *
     * @return false if the event has to be read from its bytes
     */
    boolean apply(EventScope scope) {
      SessionEvent<R> applied = event;
      if (applied == null) {
        return isApplied;
      }
      event = null; // Also if it throws, so that it is not applied again.
      isApplied = true;
      R value = applied.apply(scope);
      result = result == null ? value : result;
      return true;
    }

    /** Removes and returns the result, which must be known. */
    R take() {
      R taken = Objects.requireNonNull(result);
      result = null;
      return taken;
    }
  }

  /**
   * Creates a replica that has read nothing.
   *
   * @param name the name of the session in the store
   * @param writer identifies this copy of the session among all JVMs
   */
  Replica(String name, String writer) {
    this.name = name;
    this.writer = writer;
  }

  String name() {
    return name;
  }

  String writer() {
    return writer;
  }

  /** Returns the calls that run, by all JVMs. */
  Map<CallId, RecordedCall> running() {
    return running;
  }

  /** Returns the identity of a call of this JVM that runs; {@code null} if it is unknown. */
  @Nullable CallId idOf(RecordedCall recorded) {
    for (Map.Entry<CallId, RecordedCall> each : running.entrySet()) {
      if (each.getValue().call() == recorded.call() && each.getKey().writer().equals(writer)) {
        return each.getKey();
      }
    }
    return null;
  }

  /** Adds an event that is to be appended. */
  <R> Pending<R> add(SessionEvent<R> event, byte[] bytes) {
    Pending<R> pending = new Pending<>(++lastNumber, event, bytes);
    if (unsent.size() == MAX_UNSENT) {
      unsent.removeFirst();
    }
    unsent.add(pending);
    return pending;
  }

  /** Appends another event instead of one that did not happen. */
  void replace(Pending<?> pending, byte[] bytes) {
    pending.isApplied = true;
    pending.bytes = bytes;
  }

  /**
   * Returns the events that the log does not hold, as far as known. Appends of several threads may
   * overtake each other, so each has all of them.
   */
  Append append(boolean restarts, Duration expiry) {
    Pending<?> first = unsent.peekFirst();
    List<byte[]> events = unsent.stream().map(each -> each.bytes).toList();
    long number = first == null ? lastNumber + 1 : first.number();
    return new Append(writer, number, events, seen, restarts, expiry);
  }

  /**
   * Applies what was read from the log.
   *
   * @param apply applies an entry; the event is that of this JVM, or {@code null} if another one
   *     wrote it
   */
  void read(Append append, List<Entry> entries, BiConsumer<Entry, @Nullable Pending<?>> apply) {
    boolean isLost = !entries.isEmpty() && entries.get(0).place() <= append.after();
    if (isLost && seen == append.after()) {
      seen = 0;
    }
    for (Entry entry : entries) {
      if (entry.place() > seen) {
        seen = entry.place();
        if (!entry.writer().equals(writer)) {
          apply.accept(entry, null);
        } else {
          Pending<?> own = acknowledge(entry.number());
          if (own != null) {
            apply.accept(entry, own);
          }
        }
      }
    }
    // An event that was dropped from the log as soon as it was appended is applied here alone.
    acknowledge(append.first() + append.events().size() - 1);
  }

  /** Removes the events up to a number; returns the one with the number, if it was there. */
  private @Nullable Pending<?> acknowledge(long number) {
    Pending<?> latest = null;
    while (!unsent.isEmpty() && unsent.getFirst().number() <= number) {
      latest = unsent.removeFirst();
    }
    return latest != null && latest.number() == number ? latest : null;
  }

  /** Forgets the calls that run, because the session begins again. */
  void restart() {
    running.clear();
  }
}
