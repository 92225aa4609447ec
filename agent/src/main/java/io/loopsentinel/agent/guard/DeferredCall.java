package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.question.Answer;
import io.loopsentinel.agent.question.PendingQuestion;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.engine.identity.FieldAccess;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method that returns a future, which waits for a person without its thread. Where it
 * runs in the end, its method is called on a thread of its own, within what was in force when it
 * was called first.
 *
 * @param guard the guard of the method, to which the second call is a part of the first
 * @param body the method itself, whatever overrides it
 * @param arguments the receiver, if any, and the arguments
 */
record DeferredCall(MethodGuard guard, MethodHandle body, List<@Nullable Object> arguments) {

  /** Decides what becomes of the call. */
  @FunctionalInterface
  interface Decision {

    /** Returns a verdict, as the hook takes it. */
    Object on(ThreadFrames frames, Answer answer) throws Throwable;
  }

  /** Returns such a call, unless its method returns something else. */
  static @Nullable DeferredCall of(
      MethodGuard guard, FieldAccess access, CallEnvironment environment)
      throws IllegalAccessException {
    Method method = guard.method.method();
    if (method.getReturnType() != CompletableFuture.class
        && method.getReturnType() != CompletionStage.class) {
      return null;
    }
    Class<?> owner = method.getDeclaringClass();
    MethodHandles.Lookup lookup = access.lookupIn(owner);
    List<@Nullable Object> arguments = new ArrayList<>(Arrays.asList(environment.arguments));
    if (Modifier.isStatic(method.getModifiers())) {
      return new DeferredCall(guard, lookup.unreflect(method), arguments);
    }
    arguments.add(0, environment.self);
    return new DeferredCall(guard, lookup.unreflectSpecial(method, owner), arguments);
  }

  /** Returns the future that the method returns before anybody has answered. */
  CompletableFuture<@Nullable Object> result(
      ThreadFrames.Active active,
      Questions questions,
      PendingQuestion question,
      Decision decision) {
    CompletableFuture<@Nullable Object> result = new CompletableFuture<>();
    @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Future<?> unused =
        question
            .answer()
            .thenAcceptAsync(
                answer -> within(active, loader, result, frames -> decision.on(frames, answer)),
                // Not a pool's, of which work of the application's that blocks might take the last.
                task -> AgentThread.daemon("loop-sentinel answered call", task).start());
    unused =
        result.whenComplete(
            (value, error) -> {
              if (result.isCancelled()) {
                Answer cancelled =
                    new Answer(Answer.Kind.ABORT, null, "for the call was cancelled");
                questions.answer(question.question().id(), cancelled);
              }
            });
    return result;
  }

  @FunctionalInterface
  private interface Decided {
    Object on(ThreadFrames frames) throws Throwable;
  }

  private void within(
      ThreadFrames.Active active,
      @Nullable ClassLoader loader,
      CompletableFuture<@Nullable Object> result,
      Decided decided) {
    ThreadFrames frames = guard.context.threads().get();
    ThreadFrames.Active before = frames.active;
    @Nullable ClassLoader own = Thread.currentThread().getContextClassLoader();
    frames.active = active;
    Thread.currentThread().setContextClassLoader(loader);
    try {
      pass(verdict(frames, decided), result);
    } catch (Throwable thrown) {
      result.completeExceptionally(thrown);
    } finally {
      Thread.currentThread().setContextClassLoader(own);
      frames.active = before;
    }
  }

  /** Returns the verdict; {@code null} where the agent has failed, and the call goes on. */
  private @Nullable Object verdict(ThreadFrames frames, Decided decided) {
    try {
      return guard.guarded(null, () -> decided.on(frames));
    } catch (Throwable failure) {
      guard.context.report(failure);
      return null;
    }
  }

  private void pass(@Nullable Object verdict, CompletableFuture<@Nullable Object> result)
      throws Throwable {
    if (verdict instanceof Throwable stopped) {
      throw stopped;
    }
    Object returned = verdict instanceof Optional<?> hint ? hint.orElse(null) : run(verdict);
    if (returned instanceof CompletionStage<?> stage) {
      stage.whenComplete(
          (value, error) -> {
            if (error == null) {
              result.complete(value);
            } else {
              result.completeExceptionally(error);
            }
          });
    } else {
      result.complete(null);
    }
  }

  private @Nullable Object run(@Nullable Object verdict) throws Throwable {
    @Nullable PendingCall call = (PendingCall) verdict;
    Object returned;
    try {
      returned = body.invokeWithArguments(arguments);
    } catch (Throwable thrown) {
      if (call != null) {
        call.apply(null, thrown);
      }
      throw thrown;
    }
    return call == null ? returned : call.apply(returned, null);
  }
}
