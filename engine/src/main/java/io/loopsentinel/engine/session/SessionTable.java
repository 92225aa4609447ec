package io.loopsentinel.engine.session;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The sessions by their keys. To look one up takes no lock; whoever changes the table holds that of
 * the store.
 *
 * <p>A table of our own, for with many sessions nearly each look into memory is a cache miss, and
 * {@code ConcurrentHashMap} has three of them before the session: its array, its node, and what the
 * node refers to. Here the session is the first, or nearly so, see {@link SessionPlaces}. With
 * this, {@link SessionStore#expect} and a session that is one object, a call in one of 100,000
 * takes 1.44 times as long as in one, and took 1.70 (JDK 17, 4 JVMs each, in turns).
 *
 * <p>While a session is removed others are moved, and whoever looks for one of these just then may
 * not find it. So <em>not found</em> is certain under the lock only, where a session begins.
 */
final class SessionTable {

  private volatile SessionPlaces places = SessionPlaces.SMALLEST;

  /** How many sessions have a place. */
  private int placed;

  /**
   * Sessions without a place, as good as none: too many keys have nearly the same hash, by their
   * maker's ill will perhaps. This map is made for that.
   */
  private final ConcurrentHashMap<Object, StoredSession> crowded = new ConcurrentHashMap<>();

  /** The finaliser of MurmurHash3 (A. Appleby), for hash codes that differ in a few bits. */
  static int hash(Object key) {
    int hash = key.hashCode();
    hash = (hash ^ hash >>> 16) * 0x85ebca6b;
    hash = (hash ^ hash >>> 13) * 0xc2b2ae35;
    return hash ^ hash >>> 16;
  }

  /** Returns the session of a key; {@code null} where there is none, or for a moment. */
  @Nullable StoredSession get(Object key) {
    StoredSession session = places.find(hash(key), key);
    return session != null || crowded.isEmpty() ? session : crowded.get(key);
  }

  /** Has the processor fetch the session of a hash, see {@link StoredSession#expect}. */
  void expect(int hash) {
    places.expect(hash);
  }

  /** Adds a session whose key has none. */
  void add(StoredSession session) {
    if (placed == places.most()) {
      grow();
    }
    place(session, places);
  }

  private void grow() {
    SessionPlaces grown = places.ofTwiceTheSize();
    List<StoredSession> all = places.sessions();
    placed = 0;
    for (int i = 0; i < all.size(); i++) {
      place(all.get(i), grown);
    }
    places = grown;
  }

  private void place(StoredSession session, SessionPlaces into) {
    if (into.add(session)) {
      placed++;
    } else {
      crowded.put(session.key(), session);
    }
  }

  /** Removes a session, where it is in. */
  void remove(StoredSession session) {
    if (places.remove(session)) {
      placed--;
    } else {
      crowded.remove(session.key(), session);
    }
  }

  /** Returns all sessions; under the lock. */
  List<StoredSession> sessions() {
    List<StoredSession> all = new ArrayList<>(places.sessions());
    all.addAll(crowded.values());
    return all;
  }
}
