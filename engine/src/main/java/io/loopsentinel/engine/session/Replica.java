package io.loopsentinel.engine.session;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import io.loopsentinel.engine.bounded.BoundedMap;
import io.loopsentinel.engine.detect.Call;
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

  /**
   * Number of places in a block of the log. The entries that a store keeps have at least one block
   * as a whole.
   */
  static final int BLOCK = SharedStore.MAX_ENTRIES / 2;

  /** Number of places before the end of a block at which the lasting part is appended. */
  static final int LEAD = 256;

  /** Maximum number of events that wait for the store; the oldest is dropped. */
  private static final int MAX_UNSENT = 256;

  /** Maximum number of calls that run at once; the one that began first is dropped. */
  private static final int MAX_RUNNING = 1_024;

  private final String name;
  private final String writer;
  private long seen;
  private long lastNumber;
  private final Deque<Pending<?>> unsent = new ArrayDeque<>();
  private Map<CallId, RecordedCall> running = new BoundedMap<>(MAX_RUNNING);

  /** The identities of the calls of this JVM that run. */
  private final Map<Call, CallId> ids = new BoundedMap<>(MAX_RUNNING);

  /** Whether the current block of the log was not read from its beginning. */
  private boolean isPartial;

  /** The lasting part of the session at the beginning of the block. */
  private byte[] first = Lasting.NONE;

  /** An event of this JVM, and its result once it is applied. */
  static final class Pending<R> {

    private final long number;
    private @Nullable SessionEvent<R> event;
    private byte[] bytes;
    private boolean isApplied;
    private boolean isRepeated;
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

    /** Sets the result before the event is applied, which then has to be read from these bytes. */
    void answer(R value, byte[] applied) {
      result = value;
      event = null;
      bytes = applied;
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

    /**
     * Lets the event be applied again when it is read, because what it has changed was replaced.
     */
    private void repeat() {
      isRepeated |= isApplied;
      isApplied = false;
    }

    /** Returns whether the event was applied before it was read. */
    boolean isRepeated() {
      return isRepeated;
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

  /** Keeps a call that runs, in this JVM or another one, until it has ended. */
  void keep(CallId id, RecordedCall recorded) {
    running.put(id, recorded);
    if (id.writer().equals(writer)) {
      ids.put(recorded.call(), id);
    }
  }

  /** Returns the identity of a call of this JVM that has ended; {@code null} if it is unknown. */
  @Nullable CallId idOf(RecordedCall recorded) {
    return ids.remove(recorded.call());
  }

  /** Removes and returns a call that has ended; {@code null} if it is unknown. */
  @Nullable RecordedCall ended(@Nullable CallId id) {
    return id == null ? null : running.remove(id);
  }

  boolean isPartial() {
    return isPartial;
  }

  byte[] first() {
    return first;
  }

  /** Begins a block, with the lasting part of the session. */
  void beginBlock(byte[] lasting) {
    first = lasting;
  }

  /** Continues with the calls that run according to another replica of the session. */
  void continueAs(Replica other) {
    running = other.running;
    unsent.forEach(Pending::repeat);
  }

  /** Applies the requests that were sent and that the log does not hold yet. */
  void applySent(EventScope scope) {
    for (Pending<?> each : unsent) {
      if (each.event instanceof SessionEvent.Sent) {
        boolean unused = each.apply(scope);
      }
    }
  }

  /** Adds an event that changes nothing in this JVM. */
  void addApplied(SessionEvent<?> event, byte[] bytes) {
    replace(add(event, bytes), bytes);
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
    pending.event = null;
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
   * @param session the session of this replica
   * @param apply applies an entry; the event is that of this JVM, or {@code null} if another one
   *     wrote it
   */
  void read(
      Append append,
      List<Entry> entries,
      Session session,
      BiConsumer<Entry, @Nullable Pending<?>> apply) {
    boolean isLost = !entries.isEmpty() && entries.get(0).place() <= append.after();
    if (isLost && seen == append.after()) {
      seen = 0;
      isPartial = false;
      session.beginSuccessor(this);
    }
    for (Entry entry : entries) {
      if (entry.place() > seen) {
        if (entry.place() > seen + 1) {
          session.restart();
          isPartial = true;
        }
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
    unsent.forEach(Pending::repeat);
    isPartial = false;
    first = Lasting.NONE;
  }
}
