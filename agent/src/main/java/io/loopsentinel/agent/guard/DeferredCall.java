package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.async.DeferredResult;
import io.loopsentinel.agent.async.LaterResult;
import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.agent.guard.call.ThreadFrames;
import io.loopsentinel.agent.guard.call.Verdict;
import io.loopsentinel.agent.question.Answer;
import io.loopsentinel.agent.question.PendingQuestion;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.targets.thread.AgentThread;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A call of an asynchronous method that waits for a person or an equal call without blocking its
 * thread. If it runs in the end, it does so on another thread, with its original frames.
 *
 * @param body the method itself, without virtual dispatch
 * @param arguments the receiver, if any, and the arguments
 */
record DeferredCall(
    MethodGuard guard, MethodHandle body, List<@Nullable Object> arguments, DeferredResult result) {

  /** Decides about the call when its question is answered. */
  @FunctionalInterface
  interface Continuation {
    Verdict resume(ThreadFrames frames, Answer answer) throws Throwable;
  }

  /** Returns a deferred call; {@code null} if the method's result cannot be deferred. */
  static @Nullable DeferredCall of(
      MethodGuard guard, FieldAccess access, CallEnvironment environment)
      throws IllegalAccessException {
    DeferredResult result;
    try {
      result =
          LaterResult.deferred(
              guard.method.result(),
              environment.arguments,
              // No pool: blocking work of the application could use up its threads.
              task -> AgentThread.daemon("loop-sentinel answered call", task).start());
    } catch (RuntimeException | LinkageError unfit) {
      guard.reportLaterResult("the call does not wait", unfit);
      return null;
    }
    if (result == null) {
      return null;
    }
    Method method = guard.method.method();
    Class<?> owner = method.getDeclaringClass();
    MethodHandles.Lookup lookup = access.lookupIn(owner);
    List<@Nullable Object> arguments = new ArrayList<>(Arrays.asList(environment.arguments));
    if (Modifier.isStatic(method.getModifiers())) {
      return new DeferredCall(guard, lookup.unreflect(method), arguments, result);
    }
    arguments.add(0, environment.self);
    return new DeferredCall(guard, lookup.unreflectSpecial(method, owner), arguments, result);
  }

  /** Resumes the call when its question is answered. */
  void await(
      ThreadFrames.Active active,
      Questions questions,
      PendingQuestion question,
      Continuation decider) {
    await(active, question.answer(), decider);
    Answer none = new Answer(Answer.Kind.ABORT, null, "because the call was cancelled");
    result.whenCancelled(() -> questions.answer(question.question().id(), none));
  }

  /** Resumes the call when the answer arrives. */
  void await(ThreadFrames.Active active, CompletableFuture<Answer> answered, Continuation decider) {
    @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Future<?> unused =
        answered.thenAccept(
            answer ->
                result.begin(
                    continuation -> within(active, loader, decider, answer, continuation)));
  }

  private @Nullable Object within(
      ThreadFrames.Active active,
      @Nullable ClassLoader loader,
      Continuation decider,
      Answer answer,
      @Nullable Object continuation)
      throws Throwable {
    ThreadFrames frames = guard.context.threads().get();
    ThreadFrames.Active before = frames.active;
    @Nullable ClassLoader own = Thread.currentThread().getContextClassLoader();
    frames.active = active;
    Thread.currentThread().setContextClassLoader(loader);
    try {
      return verdict(frames, decider, answer)
          .carryOut(verdict -> run(frames, verdict, continuation));
    } finally {
      Thread.currentThread().setContextClassLoader(own);
      frames.active = before;
    }
  }

  /** Returns the verdict; if the agent fails, the call runs. */
  private Verdict verdict(ThreadFrames frames, Continuation decider, Answer answer) {
    Verdict unguarded = new PendingCall(guard, frames, ThreadFrames.Active.NONE, null);
    try {
      return Objects.requireNonNullElse(
          guard.take(unguarded, MethodGuard.UNGUARDED, () -> decider.resume(frames, answer)),
          unguarded);
    } catch (Throwable failure) {
      guard.context.report(failure);
      return unguarded;
    }
  }

  /** Calls the method; its guard returns the verdict. */
  private @Nullable Object run(ThreadFrames frames, Verdict verdict, @Nullable Object continuation)
      throws Throwable {
    List<@Nullable Object> given = new ArrayList<>(arguments);
    if (continuation != null) {
      given.set(given.size() - 1, continuation);
    }
    frames.presetVerdict = new ThreadFrames.PresetVerdict(guard.method.method(), verdict);
    try {
      return body.invokeWithArguments(given);
    } finally {
      frames.presetVerdict = null;
    }
  }
}
