package io.loopsentinel.store.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import io.loopsentinel.engine.api.SharedStore.Log;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.h2.mvstore.MVMap;
import org.jspecify.annotations.Nullable;

/**
 * The entries of logs, by the id of the log and their place. The last numbers of its writers follow
 * the entries of a log. Not thread-safe.
 */
record StoredEntries(MVMap<byte[], byte[]> map) {

  private static final byte WRITERS = (byte) 0xff;

  /** Returns an id that no log has. */
  long newId() {
    byte[] last = map.lastKey();
    return last == null ? 1 : ByteBuffer.wrap(last).getLong() + 1;
  }

  @Nullable Entry newest(long log) {
    byte[] key = map.floorKey(key(log, Long.MAX_VALUE));
    return key == null || ByteBuffer.wrap(key).getLong() != log ? null : entry(key);
  }

  /** Returns a log, which is not empty, without its events. */
  Log log(String session, long log) {
    Entry newest = Objects.requireNonNull(newest(log));
    Set<String> writers = new HashSet<>();
    Iterator<byte[]> keys = map.cursor(writerKey(log, new byte[0]), key(log, -1), false);
    while (keys.hasNext()) {
      byte[] key = keys.next();
      int start = Long.BYTES + 1;
      writers.add(new String(key, start, key.length - start, ISO_8859_1));
    }
    return new Log(session, newest.time(), newest.writer(), writers);
  }

  List<Entry> after(long log, long place) {
    List<Entry> entries = new ArrayList<>();
    Iterator<byte[]> keys = map.cursor(key(log, place + 1), key(log, Long.MAX_VALUE), false);
    while (keys.hasNext()) {
      Entry entry = entry(keys.next());
      if (!entries.isEmpty() && entry.place() != entries.get(0).place() + entries.size()) {
        throw new IllegalStateException("No entry before place " + entry.place());
      }
      entries.add(entry);
    }
    return entries;
  }

  /** Appends the events that the log has not held, and drops entries. */
  void append(long log, Append append, long now) {
    Entry newest = newest(log);
    long last = newest == null ? 0 : newest.place();
    long time = newest == null ? now : Math.max(now, newest.time());
    byte[] writer = append.writer().getBytes(ISO_8859_1);
    byte[] lastNumber = writerKey(log, writer);
    byte[] held = map.get(lastNumber);
    long heldNumber = held == null ? 0 : ByteBuffer.wrap(held).getLong();
    long number = append.first();
    if (append.restarts() && number > heldNumber) {
      dropUpTo(log, last);
    }
    for (byte[] event : append.events()) {
      if (number > heldNumber) {
        map.put(key(log, ++last), value(time, number, writer, event));
        map.put(lastNumber, ByteBuffer.allocate(Long.BYTES).putLong(number).array());
      }
      number++;
    }
    dropUpTo(log, last - SharedStore.MAX_ENTRIES);
  }

  /** Drops a log, up to the key behind those of its writers. */
  void drop(long log) {
    drop(key(log, 0), key(log, -1));
  }

  private void dropUpTo(long log, long place) {
    drop(key(log, 0), key(log, Math.max(0, place)));
  }

  private void drop(byte[] first, byte[] last) {
    Iterator<byte[]> keys = map.cursor(first, last, false);
    while (keys.hasNext()) {
      map.remove(keys.next());
    }
  }

  private static byte[] key(long log, long place) {
    return ByteBuffer.allocate(2 * Long.BYTES).putLong(log).putLong(place).array();
  }

  private static byte[] writerKey(long log, byte[] writer) {
    int length = Long.BYTES + 1 + writer.length;
    return ByteBuffer.allocate(length).putLong(log).put(WRITERS).put(writer).array();
  }

  private static byte[] value(long time, long number, byte[] writer, byte[] event) {
    return ByteBuffer.allocate(2 * Long.BYTES + 1 + writer.length + event.length)
        .putLong(time)
        .putLong(number)
        .put((byte) writer.length)
        .put(writer)
        .put(event)
        .array();
  }

  private Entry entry(byte[] key) {
    ByteBuffer value = ByteBuffer.wrap(map.get(key));
    long place = ByteBuffer.wrap(key).getLong(Long.BYTES);
    long time = value.getLong();
    long number = value.getLong();
    byte[] writer = new byte[value.get()];
    value.get(writer);
    byte[] event = new byte[value.remaining()];
    value.get(event);
    return new Entry(place, time, new String(writer, ISO_8859_1), number, event);
  }
}
