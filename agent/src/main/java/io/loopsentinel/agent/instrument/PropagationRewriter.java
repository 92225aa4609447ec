package io.loopsentinel.agent.instrument;

import static net.bytebuddy.matcher.ElementMatchers.nameEndsWith;
import static net.bytebuddy.matcher.ElementMatchers.named;
import static net.bytebuddy.matcher.ElementMatchers.namedOneOf;
import static net.bytebuddy.matcher.ElementMatchers.takesArguments;

import io.loopsentinel.agent.instrument.PropagationAdvice.BeforeRun;
import io.loopsentinel.agent.instrument.PropagationAdvice.Execution;
import io.loopsentinel.agent.instrument.PropagationAdvice.Fork;
import io.loopsentinel.agent.instrument.PropagationAdvice.Last;
import io.loopsentinel.agent.instrument.PropagationAdvice.LastType;
import io.loopsentinel.agent.instrument.PropagationAdvice.NextTask;
import io.loopsentinel.agent.instrument.PropagationAdvice.PoolSubmission;
import io.loopsentinel.agent.instrument.PropagationAdvice.Rejection;
import io.loopsentinel.agent.instrument.PropagationAdvice.Stage;
import io.loopsentinel.agent.instrument.PropagationAdvice.Submission;
import io.loopsentinel.agent.instrument.PropagationAdvice.WorkerStart;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.TypeResolutionStrategy;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.constant.ClassConstant;
import net.bytebuddy.matcher.ElementMatcher;
import net.bytebuddy.pool.TypePool;

/**
 * Writes into the JDK's executors and futures what carries runs from thread to thread.
 *
 * <p>Nothing is put around a task: {@link java.util.concurrent.ThreadPoolExecutor#getQueue}, {@code
 * remove}, queues that compare tasks and executors that look at them have the application's own.
 * And the places are such that threads which work already take part: a thread of a pool spends its
 * life in one call of {@code runWorker}, which the JVM does not replace, but calls {@code getTask}
 * for each task, and {@code beforeExecute}. The latter is for a thread that was already waiting in
 * {@code getTask}; it would do alone, were there not the subclasses that override it.
 */
final class PropagationRewriter {

  private static final String PACKAGE = "java.util.concurrent.";

  /** What a method of {@link java.util.concurrent.CompletableFuture} can take for a function. */
  private static final List<String> FUNCTIONS =
      List.of(
          "java.lang.Runnable",
          "java.util.function.Supplier",
          "java.util.function.Consumer",
          "java.util.function.Function",
          "java.util.function.BiConsumer",
          "java.util.function.BiFunction");

  private static final Map<String, List<Place>> PLACES =
      Map.of(
          PACKAGE + "ThreadPoolExecutor",
          List.of(
              new Place(Submission.class, named("execute").and(takesArguments(1))),
              new Place(Rejection.class, named("reject")),
              new Place(NextTask.class, named("getTask")),
              new Place(BeforeRun.class, named("beforeExecute"))),
          PACKAGE + "ThreadPoolExecutor$Worker",
          List.of(new Place(WorkerStart.class, named("run"))),
          PACKAGE + "ScheduledThreadPoolExecutor",
          List.of(new Place(Submission.class, namedOneOf("delayedExecute", "reExecutePeriodic"))),
          PACKAGE + "ForkJoinPool",
          List.of(
              // The first is all of them up to Java 18; the last is new in 25.
              new Place(
                  PoolSubmission.class,
                  namedOneOf("externalSubmit", "poolSubmit", "scheduleDelayedTask"))),
          PACKAGE + "ForkJoinTask",
          List.of(
              new Place(Fork.class, named("fork")), new Place(Execution.class, named("doExec"))),
          PACKAGE + "CompletableFuture",
          List.of(
              new Place(
                  Stage.class, nameEndsWith("Stage").and(PropagationRewriter::takesFunctionLast))));

  private final AdviceFiles adviceFiles;

  /**
   * Creates a rewriter.
   *
   * @param hook internal name under which the boot loader has the hook
   */
  PropagationRewriter(String hook) {
    adviceFiles = new AdviceFiles(hook);
  }

  /**
   * Returns a copy of a class file with the advice in it.
   *
   * @param name the class, one of those that this knows
   * @throws IllegalStateException if the class has not got the methods that it ought to have
   */
  byte[] rewrite(String name, byte[] file) throws IOException {
    ClassFileLocator locator =
        new ClassFileLocator.Compound(
            ClassFileLocator.Simple.of(name, file), ClassFileLocator.ForClassLoader.ofBootLoader());
    TypePool pool = TypePool.Default.WithLazyResolution.of(locator);
    TypeDescription type = pool.describe(name).resolve();
    DynamicType.Builder<?> builder = Rewriter.decorate(type, locator);
    for (Place place : PLACES.getOrDefault(name, List.of())) {
      if (type.getDeclaredMethods().filter(place.methods()).isEmpty()) {
        throw new IllegalStateException(name + " has no method " + place.methods());
      }
      builder = builder.visit(advice(place.advice()).on(place.methods()));
    }
    return builder.make(TypeResolutionStrategy.Disabled.INSTANCE, pool).getBytes();
  }

  private Advice advice(Class<?> source) throws IOException {
    return Advice.withCustomMapping()
        .bind(
            Last.class,
            (type, method, assigner, arguments, sort) ->
                new Advice.OffsetMapping.ForArgument.Unresolved(
                        TypeDescription.Generic.OfNonGenericType.ForLoadedType.of(Object.class),
                        false,
                        Assigner.Typing.DYNAMIC,
                        method.getParameters().size() - 1,
                        false)
                    .resolve(type, method, assigner, arguments, sort))
        .bind(
            LastType.class,
            (type, method, assigner, arguments, sort) ->
                new Advice.OffsetMapping.Target.ForStackManipulation(
                    ClassConstant.of(lastParameter(method))))
        .to(TypeDescription.ForLoadedType.of(source), adviceFiles.of(source));
  }

  private static boolean takesFunctionLast(MethodDescription method) {
    return !method.getParameters().isEmpty() && FUNCTIONS.contains(lastParameter(method).getName());
  }

  private static TypeDescription lastParameter(MethodDescription method) {
    return method.getParameters().get(method.getParameters().size() - 1).getType().asErasure();
  }

  /**
   * Where an advice goes.
   *
   * @param methods at least one of these is there, in whatever release
   */
  private record Place(
      Class<?> advice, ElementMatcher.Junction<? super MethodDescription> methods) {}
}
