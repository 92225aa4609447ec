package io.loopsentinel.engine.session;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The array of a {@link SessionTable}, and a byte of the hash for each place in it.
 *
 * <p>A hash table with open addressing: a session stands in the place that its hash names, or in
 * one of the next, with no free one between (linear probing: D. Knuth, The Art of Computer
 * Programming, volume 3, 6.4, algorithms L and R). What is looked at first are the bytes, as in
 * Swiss tables (https://abseil.io/about/design/swisstables): those of 100,000 sessions are 256 KB
 * and stay in the caches, and no session is looked at in vain but one in 128.
 *
 * <p>One thread at a time changes it, any may look meanwhile. A byte and its place are not changed
 * at once, so a session that is found is told by its key.
 */
final class SessionPlaces {

  static final SessionPlaces SMALLEST = new SessionPlaces(0);

  private static final VarHandle SESSIONS =
      MethodHandles.arrayElementVarHandle(StoredSession[].class);

  private static final int FIRST_LENGTH = 16;

  /** So many are looked at for one session at most. */
  private static final int PROBES = 64;

  private static final byte FREE = 0;
  private static final int TAKEN = 0x80;
  private static final int HIGHEST_BITS = Integer.SIZE - 7;

  private final byte[] tags;
  private final @Nullable StoredSession[] sessions;
  private final int mask;

  private SessionPlaces(int length) {
    tags = new byte[length];
    sessions = new @Nullable StoredSession[length];
    mask = length - 1;
  }

  /** Returns how many sessions it should have at most. */
  int most() {
    return tags.length / 4 * 3;
  }

  /** Returns places for twice as many sessions, all free. */
  SessionPlaces ofTwiceTheSize() {
    return new SessionPlaces(Math.max(FIRST_LENGTH, 2 * tags.length));
  }

  /** Returns the session of a key, or {@code null}. */
  @Nullable StoredSession find(int hash, Object key) {
    byte tag = tag(hash);
    int most = Math.min(PROBES, tags.length);
    for (int probe = 0; probe < most; probe++) {
      int place = hash + probe & mask;
      byte there = tags[place];
      if (there == FREE) {
        return null;
      }
      if (there == tag) {
        StoredSession session = (StoredSession) SESSIONS.getAcquire(sessions, place);
        if (session != null && session.hash() == hash && session.key().equals(key)) {
          return session;
        }
      }
    }
    return null;
  }

  /** Has the processor fetch the first session that may be the one. */
  void expect(int hash) {
    byte tag = tag(hash);
    int most = Math.min(PROBES, tags.length);
    for (int probe = 0; probe < most; probe++) {
      int place = hash + probe & mask;
      byte there = tags[place];
      if (there == tag) {
        StoredSession session = sessions[place];
        if (session != null) {
          session.expect();
        }
      }
      if (there == tag || there == FREE) {
        return;
      }
    }
  }

  /** Adds a session; returns false where no place near its own is free. */
  boolean add(StoredSession session) {
    int hash = session.hash();
    int most = Math.min(PROBES, tags.length);
    for (int probe = 0; probe < most; probe++) {
      int place = hash + probe & mask;
      if (tags[place] == FREE) {
        put(session, place);
        return true;
      }
    }
    return false;
  }

  /** Removes a session; returns false where it has no place. */
  @SuppressWarnings("ReferenceEquality") // The very session: its key may have another one by now.
  boolean remove(StoredSession session) {
    int most = Math.min(PROBES, tags.length);
    for (int probe = 0; probe < most; probe++) {
      int place = session.hash() + probe & mask;
      if (sessions[place] == session) {
        closeGap(place);
        return true;
      }
    }
    return false;
  }

  /** Frees a place: sessions behind it that may not have a free one before them move up. */
  private void closeGap(int freed) {
    int gap = freed;
    int next = gap + 1 & mask;
    StoredSession session = sessions[next];
    while (session != null) {
      int fromItsOwn = next - session.hash() & mask;
      int fromGap = next - gap & mask;
      if (fromItsOwn >= fromGap) {
        put(session, gap);
        gap = next;
      }
      next = next + 1 & mask;
      session = sessions[next];
    }
    tags[gap] = FREE;
    SESSIONS.setRelease(sessions, gap, null);
  }

  private void put(StoredSession session, int place) {
    SESSIONS.setRelease(sessions, place, session);
    tags[place] = tag(session.hash());
  }

  /** Returns the sessions, in no order. */
  List<StoredSession> sessions() {
    List<StoredSession> all = new ArrayList<>(most());
    for (StoredSession session : sessions) {
      if (session != null) {
        all.add(session);
      }
    }
    return all;
  }

  private static byte tag(int hash) {
    return (byte) (hash >>> HIGHEST_BITS | TAKEN);
  }
}
