package io.loopsentinel.agent.guard.call;

import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.link.GuardedMethod;
import io.loopsentinel.targets.link.LinkedTarget;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An active dispatch of one or several tool calls on a thread, linked to the dispatch that encloses
 * it.
 *
 * <p>Distinguishes a new call from a nested dispatch of the same call: a decorator, a call to
 * {@code super}, a default method that delegates, or one framework that calls another.
 */
public final class ToolFrame {

  /**
   * Maximum number of re-entries up to which a nested dispatch counts as the same call. Decorators,
   * proxies and overrides never re-enter. More re-entries are recursion, which may be endless.
   */
  private static final int MAX_REENTRIES = 16;

  final @Nullable ToolFrame outer;

  private final Supplier<Dispatched> reader;
  private final GuardedMethod method;
  private final @Nullable Object receiver;
  private final boolean awaits;

  /** Number of enclosing dispatches of the same call. */
  private final int level;

  /** Number of requests to a model within the same call before this dispatch. */
  private final int requestsBefore;

  /**
   * An enclosing dispatch of the same call at a level that is a power of two. One comparison with
   * it per level finds any recursion (R. P. Brent, "An improved Monte Carlo factorization
   * algorithm", 1980, section 7).
   */
  private final @Nullable ToolFrame compared;

  private final int reentries;

  /** The innermost enclosing dispatch of the same call that propagates failures. */
  private final @Nullable ToolFrame reportsTo;

  private final boolean reports;
  private volatile int requests;
  private volatile @Nullable Dispatched dispatched;
  private volatile boolean failedWithin;

  /** Set when the method has returned or thrown. Plain field write: see {@link ThreadFrames}. */
  public volatile boolean ended;

  /** The dispatched calls and their session; {@code calls} is empty if they could not be read. */
  public record Dispatched(List<DispatchedCall> calls, Object session) {}

  private ToolFrame(
      CallEnvironment environment,
      @Nullable ToolFrame outer,
      Supplier<Dispatched> reader,
      boolean forwarded,
      boolean awaits,
      boolean reports) {
    this.outer = outer;
    this.reader = reader;
    this.method = environment.method;
    this.receiver = environment.self;
    this.awaits = awaits;
    this.reports = reports;
    if (outer == null || !forwarded) {
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
   * Creates a frame for one or several calls.
   *
   * @param awaits whether the method returns only when its result is available
   * @param reports whether it propagates failures to enclosing dispatches
   */
  public static ToolFrame of(
      LoopEngine engine,
      List<DispatchedCall> calls,
      @Nullable ToolFrame outer,
      boolean awaits,
      boolean reports) {
    Dispatched dispatched = new Dispatched(calls, calls.get(0).session());
    boolean forwarded = outer != null && outer.forwards(dispatched, engine);
    CallEnvironment environment = calls.get(0).environment();
    return new ToolFrame(environment, outer, () -> dispatched, forwarded, awaits, reports);
  }

  /**
   * Creates a frame for an exempt tool. The call is not judged. A nested dispatch under another
   * tool name is exempt too, and calls made by the tool can inherit its session.
   *
   * @param reader reads the dispatch on demand, which is rarely needed; must not throw
   */
  public static ToolFrame ofExempt(
      CallEnvironment environment, Supplier<Dispatched> reader, boolean awaits) {
    return new ToolFrame(environment, environment.outer, reader, false, awaits, false);
  }

  /**
   * Returns whether the same method of the same object is entered again, or of another object after
   * a model was asked, as when an agent delegates to another agent of its kind.
   */
  @SuppressWarnings("ReferenceEquality") // Identity: equals belongs to the application.
  private boolean isReentryOf(@Nullable ToolFrame other) {
    return other != null
        && method == other.method
        && (receiver == other.receiver || requestsBefore > other.requestsBefore);
  }

  /** Records a request to a model within this dispatch, on its thread. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // Only zero or more matters.
  public void modelAsked() {
    requests++;
  }

  public Object session() {
    return dispatched().session();
  }

  public Attribution attribution() {
    List<DispatchedCall> calls = dispatched().calls();
    return calls.isEmpty() ? Attribution.NONE : calls.get(0).call().attribution();
  }

  /** Returns whether this dispatch only forwards the call of the enclosing one. */
  public boolean isNested() {
    return level > 0 && reentries <= MAX_REENTRIES;
  }

  /** Returns whether work on other threads belongs to this dispatch, because the method waits. */
  boolean isAwaited() {
    return awaits && !ended;
  }

  /** Propagates the outcome of a nested dispatch to the enclosing frame. */
  public void propagateFailure(boolean failed) {
    if (isNested() && reportsTo != null) {
      reportsTo.failedWithin = failed;
    }
  }

  /**
   * Returns whether this call failed: by {@code failed} or, if not set, its latest nested dispatch.
   */
  public boolean hasFailed(LinkedTarget target, CallEnvironment environment) throws Throwable {
    return target.get(Reading.FAILED) == null
        ? failedWithin
        : Boolean.TRUE.equals(target.evaluate(Reading.FAILED, environment));
  }

  private Dispatched dispatched() {
    Dispatched known = dispatched;
    if (known == null) {
      known = reader.get();
      dispatched = known;
    }
    return known;
  }

  private boolean forwards(Dispatched inner, LoopEngine engine) {
    return session().equals(inner.session())
        && inner.calls().stream()
            .allMatch(
                call ->
                    dispatched().calls().stream().anyMatch(outer -> call.forwards(outer, engine)));
  }
}
