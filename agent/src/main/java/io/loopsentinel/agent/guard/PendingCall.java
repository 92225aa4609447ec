package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.LaterResult;
import io.loopsentinel.agent.breaker.ProviderBreakers;
import io.loopsentinel.agent.guard.call.ThreadFrames;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.targets.result.AsynchronousType;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A call, turn or run that has begun. The hook passes it the value or exception of its method.
 *
 * <p>If the result is asynchronous, the call listens to it. The call is active again during each
 * subscription, because a cold source begins its work then.
 */
final class PendingCall implements Verdict.Run, LaterResult.Listener {

  private final MethodGuard guard;
  private final ThreadFrames frames;
  private final ThreadFrames.Active own;
  private final @Nullable OutcomeJudge judge;
  private @Nullable Answerer answerer;
  private @Nullable SubscribedEffects effects;
  private final AtomicBoolean completed = new AtomicBoolean();

  /** The frames that were active on the call's own thread before it began. */
  final ThreadFrames.Active before;

  /** Judges the outcome of a call, on any thread. */
  @FunctionalInterface
  interface OutcomeJudge {

    /** Returns the value that the application gets, if it is replaceable. */
    @Nullable Object judge(
        @Nullable Object returned, @Nullable Throwable thrown, boolean replaceable)
        throws Throwable;

    /** Ends the calls without an outcome. It may still come. */
    default void unseen() {}
  }

  /** Answers a call that has thrown, after it was judged. */
  @FunctionalInterface
  interface Answerer {

    /** Returns the value for the method to return; {@code null} to rethrow the exception. */
    Verdict.@Nullable Return answer(Throwable thrown) throws Throwable;
  }

  /** Creates a call of this thread with its own frames, which {@link #begin} makes active. */
  PendingCall(
      MethodGuard guard,
      ThreadFrames frames,
      ThreadFrames.Active own,
      @Nullable OutcomeJudge judge) {
    this.guard = guard;
    this.frames = frames;
    this.before = frames.active;
    this.own = own;
    this.judge = judge;
  }

  /** Sets the answerer for an exception of the call. Must be called before {@link #begin}. */
  PendingCall answeredBy(@Nullable Answerer other) {
    answerer = other;
    return this;
  }

  /** Sets the effects to claim if the result is a source. Must be called before {@link #begin}. */
  PendingCall claiming(@Nullable SubscribedEffects other) {
    effects = other;
    return this;
  }

  /**
   * Makes the call active on this thread. Must be called last: if anything failed afterwards, the
   * call would never end.
   */
  PendingCall begin() {
    resume(frames);
    return this;
  }

  /** Makes the call active on a thread that continues it; the caller restores the frames. */
  void resume(ThreadFrames onThread) {
    onThread.active = own.around(onThread.active);
  }

  @Override
  public boolean awaitsOutcome() {
    return judge != null || own.run() != null;
  }

  @Override
  public @Nullable Object apply(@Nullable Object returned, @Nullable Throwable thrown) {
    frames.active = before; // No method call: on a full stack it would overflow.
    if (own.call() != null) {
      own.call().ended = true;
    }
    if (thrown != null
        || returned == null
        || !guard.method.result().mayComeLater()
        || !AsynchronousType.isOne(returned)) {
      return end(returned, thrown);
    }
    try {
      return LaterResult.listen(returned, guard.method.result().declared(), this);
    } catch (RuntimeException | LinkageError unfit) {
      unseen();
      guard.reportLaterResult("the outcome of this call is not seen", unfit);
      return returned;
    }
  }

  /**
   * Ends the call with the outcome of its method.
   *
   * @return the value to return, which may be replaced; after an exception see {@link Verdict.Run}
   */
  @Nullable Object end(@Nullable Object returned, @Nullable Throwable thrown) {
    Object value = finish(returned, thrown, true);
    if (thrown == null) {
      return value;
    }
    Verdict.Return answer = answerTo(thrown);
    return answer == null ? null : answer.toOptional();
  }

  private Verdict.@Nullable Return answerTo(Throwable thrown) {
    Answerer chosen = answerer;
    return chosen == null
        ? null
        : guard.take(null, MethodGuard.UNGUARDED, () -> chosen.answer(thrown));
  }

  private @Nullable Object finish(
      @Nullable Object value, @Nullable Throwable error, boolean replaceable) {
    if (own.run() != null) {
      own.run().ended = true;
    }
    ProviderBreakers breakers = guard.context.breakers();
    if (breakers != null && own.call() != null && error != null) {
      breakers.failedInTool(error);
    }
    return judge == null
        ? value
        : guard.take(
            value, "its outcome is not judged", () -> judge(judge, value, error, replaceable));
  }

  /** Judges an outcome. One that cannot be read is unseen, or its effect would never end. */
  private static @Nullable Object judge(
      OutcomeJudge judge, @Nullable Object value, @Nullable Throwable error, boolean replaceable)
      throws Throwable {
    try {
      return judge.judge(value, error, replaceable);
    } catch (Throwable unreadable) {
      judge.unseen();
      throw unreadable;
    }
  }

  /**
   * Judges the first outcome only: a result with two subscriptions runs twice but is one call.
   * Catches every failure, because no hook is between this method and the application. An outcome
   * on a nearly full stack is not judged.
   */
  @Override
  public @Nullable Object completed(
      @Nullable Object value, @Nullable Throwable error, boolean replaceable) {
    if (!completed.compareAndSet(false, true)) {
      return value;
    }
    if (!guard.hasStackSpace()) {
      answerer = null;
      return value;
    }
    try {
      return finish(value, error, replaceable);
    } catch (Throwable failure) {
      guard.context.report(failure);
      return value;
    }
  }

  @Override
  public void unseen() {
    if (judge != null && !completed.get()) {
      reporting(judge::unseen);
    }
  }

  @Override
  public void postponed() {
    if (effects != null) {
      reporting(effects::postpone);
    }
  }

  @Override
  public @Nullable Object instead() throws Throwable {
    SubscribedEffects claimed = effects;
    if (claimed == null) {
      return null;
    }
    Verdict verdict = null;
    try {
      verdict = guard.take(null, MethodGuard.UNGUARDED, claimed::begin);
    } catch (Throwable failure) {
      guard.context.report(failure);
    }
    return verdict == null ? null : verdict.carryOut(run -> null);
  }

  private void reporting(Runnable step) {
    try {
      step.run();
    } catch (Throwable failure) {
      guard.context.report(failure);
    }
  }

  @Override
  public boolean mayAnswer() {
    return answerer != null;
  }

  @Override
  public @Nullable Object answer(Throwable error) {
    try {
      Verdict.Return answer = answerTo(error);
      return answer == null ? null : answer.value();
    } catch (Throwable failure) {
      guard.context.report(failure);
      return null;
    }
  }

  @Override
  public void cannotListen(Throwable failure) {
    guard.context.report(failure);
  }

  @Override
  public void subscribe(Runnable subscription) {
    within(this::resume, subscription);
  }

  @Override
  public void pass(Runnable signal) {
    within(onThread -> onThread.leave(own.call()), signal);
  }

  private void within(Consumer<ThreadFrames> change, Runnable step) {
    ThreadFrames onThread = guard.context.threads().get();
    ThreadFrames.Active active = onThread.active;
    change.accept(onThread);
    try {
      step.run();
    } finally {
      onThread.active = active;
    }
  }
}
