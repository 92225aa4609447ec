package io.loopsentinel.engine.bounded;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that evicts its least recently used entry when it exceeds a size. Not thread-safe. */
public final class BoundedMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1L;

  private final int maxSize;

  public BoundedMap(int maxSize) {
    super(4, 0.75f, true);
    this.maxSize = maxSize;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > maxSize;
  }
}
