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
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A call of a method whose result may come later, which waits for a person without its thread.
 * Where it runs in the end, its method is called on a thread of its own, within what was in force
 * when it was called first.
 *
 * @param guard the guard of the method, to which the second call is a part of the first
 * @param body the method itself, whatever overrides it
 * @param arguments the receiver, if any, and the arguments
 * @param result what the method returns before anybody has answered
 * @param returned by this comes what it would have returned
 * @param cancelled completed where the application wants no result any more
 */
record DeferredCall(
    MethodGuard guard,
    MethodHandle body,
    List<@Nullable Object> arguments,
    Object result,
    CompletableFuture<@Nullable Object> returned,
    CompletableFuture<@Nullable Void> cancelled) {

  /** Decides what becomes of the call. */
  @FunctionalInterface
  interface Decision {

    /** Returns a verdict, as the hook takes it. */
    Object on(ThreadFrames frames, Answer answer) throws Throwable;
  }

  /** Returns such a call, unless its method has no result that may come so much later. */
  static @Nullable DeferredCall of(
      MethodGuard guard, FieldAccess access, CallEnvironment environment)
      throws IllegalAccessException {
    CompletableFuture<@Nullable Object> returned = new CompletableFuture<>();
    CompletableFuture<@Nullable Void> cancelled = new CompletableFuture<>();
    Object result;
    try {
      result = guard.method.result().deferred(returned, () -> cancelled.complete(null));
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unfit) {
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
    if (!Modifier.isStatic(method.getModifiers())) {
      arguments.add(0, environment.self);
    }
    MethodHandle body =
        Modifier.isStatic(method.getModifiers())
            ? lookup.unreflect(method)
            : lookup.unreflectSpecial(method, owner);
    return new DeferredCall(guard, body, arguments, result, returned, cancelled);
  }

  /** Has the call go on when the question about it is answered. */
  void await(
      ThreadFrames.Active active,
      Questions questions,
      PendingQuestion question,
      Decision decision) {
    @Nullable ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Future<?> unused =
        question
            .answer()
            .thenAcceptAsync(
                answer -> within(active, loader, frames -> decision.on(frames, answer)),
                // Not a pool's, of which work of the application's that blocks might take the last.
                task -> AgentThread.daemon("loop-sentinel answered call", task).start());
    unused =
        cancelled.thenRun(
            () -> {
              Answer none = new Answer(Answer.Kind.ABORT, null, "for the call was cancelled");
              questions.answer(question.question().id(), none);
            });
  }

  @FunctionalInterface
  private interface Decided {
    Object on(ThreadFrames frames) throws Throwable;
  }

  private void within(ThreadFrames.Active active, @Nullable ClassLoader loader, Decided decided) {
    ThreadFrames frames = guard.context.threads().get();
    ThreadFrames.Active before = frames.active;
    @Nullable ClassLoader own = Thread.currentThread().getContextClassLoader();
    frames.active = active;
    Thread.currentThread().setContextClassLoader(loader);
    try {
      returned.complete(returned(verdict(frames, decided)));
    } catch (Throwable thrown) {
      returned.completeExceptionally(thrown);
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

  private @Nullable Object returned(@Nullable Object verdict) throws Throwable {
    if (verdict instanceof Throwable stopped) {
      throw stopped;
    }
    return verdict instanceof Optional<?> hint ? hint.orElse(null) : run((PendingCall) verdict);
  }

  private @Nullable Object run(@Nullable PendingCall call) throws Throwable {
    Object given;
    try {
      given = body.invokeWithArguments(arguments);
    } catch (Throwable thrown) {
      if (call != null) {
        call.apply(null, thrown);
      }
      throw thrown;
    }
    return call == null ? given : call.apply(given, null);
  }
}
