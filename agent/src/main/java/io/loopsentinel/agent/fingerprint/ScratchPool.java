package io.loopsentinel.agent.fingerprint;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A few scratches, lent to one call each.
 *
 * <p>Calls may come from any number of virtual threads, so a scratch belongs to no thread; the pool
 * has about as many as there can be running threads. A call that finds none makes its own. Never
 * blocks. Thread-safe.
 */
final class ScratchPool {

  private final TypeShapes shapes;
  private final AtomicReferenceArray<Scratch> slots;

  ScratchPool(TypeShapes shapes) {
    this.shapes = shapes;
    int processors = Math.min(64, Runtime.getRuntime().availableProcessors());
    this.slots = new AtomicReferenceArray<>(Integer.highestOneBit(processors) * 4);
  }

  Scratch take() {
    int mask = slots.length() - 1;
    int first = slot();
    for (int i = 0; i <= mask; i++) {
      int at = (first + i) & mask;
      if (slots.getPlain(at) != null) {
        Scratch scratch = slots.getAndSet(at, null);
        if (scratch != null) {
          return scratch;
        }
      }
    }
    return new Scratch(shapes);
  }

  void giveBack(Scratch scratch) {
    int mask = slots.length() - 1;
    int first = slot();
    for (int i = 0; i <= mask; i++) {
      if (slots.compareAndSet((first + i) & mask, null, scratch)) {
        return;
      }
    }
  }

  /** Threads begin to look at different slots, so that they seldom meet. */
  private static int slot() {
    return (int) Thread.currentThread().getId();
  }
}
