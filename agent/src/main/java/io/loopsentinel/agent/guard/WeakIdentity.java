package io.loopsentinel.agent.guard;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * The key of an object by its identity, which keeps it from nothing: it may be collected, and no
 * method of it is called. After it is gone, equal to itself alone.
 */
final class WeakIdentity extends WeakReference<Object> {

  private final int hash;

  /**
   * Creates a key.
   *
   * @param collected takes the key in when the object is gone
   */
  WeakIdentity(Object object, ReferenceQueue<Object> collected) {
    super(object, collected);
    hash = System.identityHashCode(object);
  }

  /** Returns what finds the key of an object in a map, and is not to be kept there. */
  static Object of(Object object) {
    return new Lookup(object);
  }

  @Override
  public boolean equals(Object other) {
    if (this == other) {
      return true;
    }
    Object object = get();
    return object != null && other instanceof WeakIdentity key && key.refersTo(object);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  /** Works in one direction only: the map asks it, not the key. */
  private static final class Lookup {

    private final Object object;

    Lookup(Object object) {
      this.object = object;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof WeakIdentity key && key.refersTo(object);
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }
  }
}
