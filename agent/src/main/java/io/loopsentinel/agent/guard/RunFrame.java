package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.budget.Attribution;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A run that has begun; stands for it on every thread that works for it.
 *
 * <p>Holds no object of the application but the session's key and the values of labels.
 * Thread-safe.
 */
final class RunFrame {

  /**
   * Levels of runs within runs. Beyond are no agents that call agents, but work that hands on its
   * own next run, and whose ends are not seen: a {@link java.util.concurrent.Future} tells none.
   */
  private static final int DEEPEST = 100;

  private final Object session;
  private final Attribution attribution;
  private final int depth;
  private volatile @Nullable RunFrame outer;

  /** Whether its method has come to its end. Written with no call, see {@link ThreadFrames}. */
  volatile boolean ended;

  /**
   * Creates a run.
   *
   * @param attribution whose its calls and turns are; its run is that which this one goes on with,
   *     empty where it is a new one
   */
  RunFrame(Object session, @Nullable RunFrame within, Attribution attribution) {
    RunFrame around = lasting(within);
    this.session = session;
    Attribution outside = around == null ? Attribution.NONE : around.attribution;
    // A run within a run of the same session is a part of it.
    String known = around != null && around.isWithin(session) ? outside.run() : attribution.run();
    String id = known.isEmpty() ? newId() : known;
    this.attribution = new Attribution(id, attribution.labels()).or(outside);
    this.depth = around == null || around.depth == DEEPEST ? 0 : around.depth + 1;
    this.outer = depth == 0 ? null : around;
    // Work that hands on its own next run would otherwise grow a chain of runs long ended.
    for (RunFrame each = outer; each != null; each = each.outer) {
      each.outer = lasting(each.outer);
    }
  }

  /**
   * Returns an id that no other run has. {@link UUID#randomUUID} would initialize the JDK's
   * security in a call of the application.
   */
  private static String newId() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }

  static @Nullable RunFrame lasting(@Nullable RunFrame run) {
    RunFrame each = run;
    while (each != null && each.ended) {
      each = each.outer;
    }
    return each;
  }

  Object session() {
    return session;
  }

  /** Returns whose the calls and turns within are. */
  Attribution attribution() {
    return attribution;
  }

  /** Whether this run, or one that it is within and that has not ended, is of a session. */
  boolean isWithin(Object otherSession) {
    for (RunFrame each = lasting(this); each != null; each = lasting(each.outer)) {
      if (each.session.equals(otherSession)) {
        return true;
      }
    }
    return false;
  }
}
