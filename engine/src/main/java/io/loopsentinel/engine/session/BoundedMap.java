package io.loopsentinel.engine.session;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that forgets what was longest not used. Not thread-safe. */
final class BoundedMap<K, V> extends LinkedHashMap<K, V> {

  private static final long serialVersionUID = 1L;

  private final int most;

  /**
   * Creates an empty map.
   *
   * @param most how many entries it holds at most
   */
  BoundedMap(int most) {
    super(4, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
