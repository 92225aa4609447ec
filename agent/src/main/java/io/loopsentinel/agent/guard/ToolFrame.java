package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.session.LoopEngine;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A dispatch of one or several tool calls that has begun, linked to the one that it is within.
 *
 * <p>Tells a nested dispatch of one call (a decorator, {@code super}, an interface default calling
 * on, one framework calling another) from a new call.
 */
final class ToolFrame {

  /**
   * How often a call may re-enter itself and still count as one. Decorators, proxies and overrides
   * never do, however many there are; what re-enters more often may do so without end.
   */
  private static final int MAX_REENTRIES = 16;

  final @Nullable ToolFrame outer;

  private final Supplier<Reading> reader;
  private final GuardedMethod method;
  private final @Nullable Object receiver;
  private final boolean awaits;

  /** Number of enclosing dispatches of the same call. */
  private final int level;

  /** Requests to a model that were made within the same call before this dispatch. */
  private final int requestsBefore;

  /**
   * An enclosing dispatch of the same call, to compare this one with. It stays at levels that are
   * powers of two, so that one comparison a level finds any recursion (R. P. Brent, "An improved
   * Monte Carlo factorization algorithm", 1980, section 7).
   */
  private final @Nullable ToolFrame compared;

  private final int reentries;

  /** The innermost enclosing dispatch of the same call that passes on whether it failed. */
  private final @Nullable ToolFrame reportsTo;

  private final boolean reports;
  private volatile int requests;
  private volatile @Nullable Reading reading;
  private volatile boolean failedWithin;

  /** Whether its method has come to its end. Written with no call, see {@link ThreadFrames}. */
  volatile boolean ended;

  /** What is dispatched: no calls where they cannot be read. */
  record Reading(List<GuardedCall> calls, Object session) {}

  private ToolFrame(
      CallEnvironment environment,
      @Nullable ToolFrame outer,
      Supplier<Reading> reader,
      boolean passedOn,
      boolean awaits,
      boolean reports) {
    this.outer = outer;
    this.reader = reader;
    this.method = environment.method;
    this.receiver = environment.self;
    this.awaits = awaits;
    this.reports = reports;
    if (outer == null || !passedOn) {
      this.level = 0;
      this.requestsBefore = 0;
      this.compared = null;
      this.reentries = 0;
      this.reportsTo = null;
    } else {
      this.level = outer.level + 1;
      this.requestsBefore = outer.requestsBefore + outer.requests;
      this.compared = Integer.bitCount(outer.level) <= 1 ? outer : outer.compared;
      this.reentries = outer.reentries + (isReentryOf(compared) ? 1 : 0);
      this.reportsTo = outer.reports || !outer.isNested() ? outer : outer.reportsTo;
    }
  }

  /**
   * Creates the frame of one or several calls.
   *
   * @param awaits whether the method returns no sooner than its result is there
   * @param reports whether it passes on to enclosing dispatches whether the call has failed
   */
  static ToolFrame of(
      LoopEngine engine,
      List<GuardedCall> calls,
      @Nullable ToolFrame outer,
      boolean awaits,
      boolean reports) {
    Reading reading = new Reading(calls, calls.get(0).session());
    boolean passedOn = outer != null && outer.isPassedOnAs(reading, engine);
    CallEnvironment environment = calls.get(0).environment();
    return new ToolFrame(environment, outer, () -> reading, passedOn, awaits, reports);
  }

  /**
   * Creates the frame of a call of an exempt tool. Nobody judges it, but what it is passed on to
   * under another name is exempt with it, and what it calls may belong to its session.
   *
   * @param reader reads it when a call within it asks, which mostly none does; must not throw
   * @param awaits whether the method returns no sooner than its result is there
   */
  static ToolFrame ofExempt(CallEnvironment environment, Supplier<Reading> reader, boolean awaits) {
    return new ToolFrame(environment, environment.outer, reader, false, awaits, false);
  }

  /**
   * Returns whether the same method of the same object is entered once more, or that of another
   * object after a model was asked, as by an agent that hands its task to another one of its kind.
   */
  @SuppressWarnings("ReferenceEquality") // The very object; its equals is the application's.
  private boolean isReentryOf(@Nullable ToolFrame other) {
    return other != null
        && method == other.method
        && (receiver == other.receiver || requestsBefore > other.requestsBefore);
  }

  /** Notes that a model is asked within this dispatch, on its thread. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // More than none is all that counts.
  void modelAsked() {
    requests++;
  }

  Object session() {
    return reading().session();
  }

  /** Returns whose its calls are. */
  Attribution attribution() {
    List<GuardedCall> calls = reading().calls();
    return calls.isEmpty() ? Attribution.NONE : calls.get(0).call().attribution();
  }

  /** Whether this is the continuation of the dispatch that it is within. */
  boolean isNested() {
    return level > 0 && reentries <= MAX_REENTRIES;
  }

  /** Whether what its method hands to other threads is a part of it: the method waits for it. */
  boolean isAwaited() {
    return awaits && !ended;
  }

  /** Passes on whether the call has failed; the enclosing dispatch does so in turn. */
  void reportFailure(boolean failed) {
    if (isNested() && reportsTo != null) {
      reportsTo.failedWithin = failed;
    }
  }

  /** Whether the call has failed by what the latest dispatch within it told. */
  boolean hasFailedWithin() {
    return failedWithin;
  }

  private Reading reading() {
    Reading known = reading;
    if (known == null) {
      known = reader.get();
      reading = known;
    }
    return known;
  }

  private boolean isPassedOnAs(Reading inner, LoopEngine engine) {
    return session().equals(inner.session())
        && inner.calls().stream()
            .allMatch(
                call ->
                    reading().calls().stream().anyMatch(outer -> call.continues(outer, engine)));
  }
}
