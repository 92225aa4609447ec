package io.loopsentinel.store.file;

import io.loopsentinel.engine.api.SharedStore;
import io.loopsentinel.engine.api.SharedStore.Append;
import io.loopsentinel.engine.api.SharedStore.Entry;
import io.loopsentinel.engine.api.SharedStore.Log;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.h2.mvstore.MVMap;
import org.h2.mvstore.MVStore;
import org.jspecify.annotations.Nullable;

/**
 * The logs and sums of an open file. The caller commits. Not thread-safe.
 *
 * <p>Each change also checks a few other logs and sums, in turn, and drops those that have expired.
 * It checks more than it can add, so the file does not grow without end, and no thread is needed.
 */
final class StoredData {

  /** Number of logs and of sums that a change checks. */
  private static final int CHECKED = 4;

  /** By session; the bits are the id of the log. */
  private final MVMap<byte[], byte[]> logs;

  private final MVMap<byte[], byte[]> sums;
  private final StoredEntries entries;
  private byte @Nullable [] checkedLog;
  private byte @Nullable [] checkedSum;

  /**
   * The value of a log or a sum.
   *
   * @param expires the time at which it expires, in milliseconds since the epoch
   * @param bits the id of the log, or the bits of the sum
   */
  private record Expiring(long expires, long bits) {

    /** Returns a value, {@code null} if there is none or it has expired. */
    static @Nullable Expiring of(byte @Nullable [] bytes, long now) {
      if (bytes == null) {
        return null;
      }
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      Expiring value = new Expiring(buffer.getLong(), buffer.getLong());
      return value.expires <= now ? null : value;
    }

    static byte[] toBytes(Duration expiry, long now, long bits) {
      return ByteBuffer.allocate(2 * Long.BYTES)
          .putLong(now + expiry.toMillis())
          .putLong(bits)
          .array();
    }
  }

  StoredData(MVStore file) {
    logs = open(file, "logs");
    sums = open(file, "sums");
    entries = new StoredEntries(open(file, "entries"));
  }

  static MVMap<byte[], byte[]> open(MVStore file, String name) {
    CheckedBytes type = new CheckedBytes();
    return file.openMap(name, new MVMap.Builder<byte[], byte[]>().keyType(type).valueType(type));
  }

  /** See {@link SharedStore#append}. */
  List<Entry> append(String name, Append append, long now) {
    byte[] session = key(name);
    Expiring held = Expiring.of(logs.get(session), now);
    if (held == null && append.events().isEmpty()) {
      return List.of();
    }
    long log = held == null ? begin(session) : held.bits();
    Entry newest = entries.newest(log);
    boolean isLost = newest == null || newest.place() < append.after();
    if (!append.events().isEmpty()) {
      entries.append(log, append, now);
      logs.put(session, Expiring.toBytes(append.expiry(), now, log));
      dropExpired(now);
    }
    return entries.after(log, isLost ? 0 : append.after());
  }

  private long begin(byte[] session) {
    dropLog(session);
    return entries.newId();
  }

  /** See {@link SharedStore#add}. */
  Map<String, Double> add(Map<String, Double> amounts, Duration expiry, long now) {
    Map<String, Double> read = new HashMap<>();
    amounts.forEach(
        (name, amount) -> {
          byte[] key = key(name);
          Expiring held = Expiring.of(sums.get(key), now);
          double sum = amount + (held == null ? 0 : Double.longBitsToDouble(held.bits()));
          if (amount != 0) {
            sums.put(key, Expiring.toBytes(expiry, now, Double.doubleToLongBits(sum)));
            dropExpired(now);
          }
          read.put(name, sum);
        });
    return read;
  }

  /** See {@link SharedStore#logs}. */
  List<Log> logs(int max, long now) {
    List<Log> found = new ArrayList<>();
    Iterator<byte[]> sessions = logs.keyIterator(null);
    while (found.size() < max && sessions.hasNext()) {
      byte[] session = sessions.next();
      Expiring held = Expiring.of(logs.get(session), now);
      if (held != null) {
        found.add(entries.log(ByteBuffer.wrap(session).asCharBuffer().toString(), held.bits()));
      }
    }
    return found;
  }

  private void dropExpired(long now) {
    for (int i = 0; i < CHECKED; i++) {
      checkedLog = checkedLog == null ? logs.firstKey() : logs.higherKey(checkedLog);
      if (checkedLog != null && Expiring.of(logs.get(checkedLog), now) == null) {
        dropLog(checkedLog);
      }
      checkedSum = checkedSum == null ? sums.firstKey() : sums.higherKey(checkedSum);
      if (checkedSum != null && Expiring.of(sums.get(checkedSum), now) == null) {
        sums.remove(checkedSum);
      }
    }
  }

  private void dropLog(byte[] session) {
    Expiring log = Expiring.of(logs.remove(session), Long.MIN_VALUE);
    if (log != null) {
      entries.drop(log.bits());
    }
  }

  /** Returns the characters of a name, which need not be valid Unicode. */
  private static byte[] key(String name) {
    ByteBuffer key = ByteBuffer.allocate(Character.BYTES * name.length());
    key.asCharBuffer().put(name);
    return key.array();
  }
}
