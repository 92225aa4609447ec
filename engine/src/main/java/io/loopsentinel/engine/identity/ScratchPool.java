package io.loopsentinel.engine.identity;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A few scratches, lent to one call each.
 *
 * <p>Calls may come from any number of virtual threads, so a scratch belongs to no thread; the pool
 * has about as many as there can be running threads. A call that finds none makes its own. Never
 * blocks. Thread-safe.
 *
 * <p>A scratch stays in its slot and only says whether it is lent, so that a call takes one atomic
 * exchange and not two.
 *
 * <p>What a scratch keeps from call to call is bounded: some 300 KiB whatever the arguments are,
 * and 2.5 MiB while texts of up to 1 MiB come at least once in 256 calls (see {@link TextBytes} and
 * {@link JsonTape}). Longer ones take new arrays each time.
 */
final class ScratchPool {

  private final TypeShapes shapes;
  private final AtomicReferenceArray<Scratch> slots;

  ScratchPool(TypeShapes shapes) {
    this.shapes = shapes;
    int processors = Math.min(64, Runtime.getRuntime().availableProcessors());
    this.slots = new AtomicReferenceArray<>(Integer.highestOneBit(processors) * 2);
  }

  /** Returns a scratch, to be given back by {@link Scratch#giveBack()}. */
  Scratch take() {
    int mask = slots.length() - 1;
    int first = slot();
    for (int i = 0; i <= mask; i++) {
      int at = (first + i) & mask;
      Scratch scratch = slots.getAcquire(at);
      if (scratch == null) {
        scratch = new Scratch(shapes);
        if (slots.compareAndSet(at, null, scratch)) {
          return scratch;
        }
      } else if (scratch.lend()) {
        return scratch;
      }
    }
    return new Scratch(shapes);
  }

  /** Threads begin to look at different slots, so that they seldom meet. */
  private static int slot() {
    return (int) Thread.currentThread().getId();
  }
}
