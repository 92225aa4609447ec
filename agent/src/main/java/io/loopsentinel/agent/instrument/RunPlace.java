package io.loopsentinel.agent.instrument;

import java.util.List;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.description.method.MethodDescription;

/**
 * A place in the JDK's executors and futures where something is written that carries runs from
 * thread to thread.
 *
 * <p>Nothing is put around a task: {@link java.util.concurrent.ThreadPoolExecutor#getQueue}, {@code
 * remove}, queues that compare tasks and executors that look at them have the application's own.
 * And the places are such that threads which work already take part: a thread of a pool spends its
 * life in one call of {@code runWorker}, which the JVM does not replace, but calls {@code getTask}
 * for each task, and {@code beforeExecute}. The latter is for a thread that was already waiting in
 * {@code getTask}; it would do alone, were there not the subclasses that override it.
 *
 * @param advice what is written, a class of {@link RunAdvice}
 * @param methods the names of the methods: at least one of these is there, in whatever release;
 *     where there are none, those whose name ends in {@code Stage} and that take a function last
 */
record RunPlace(Class<?> advice, List<String> methods) {

  private static final String PACKAGE = "java.util.concurrent.";

  /** What a method of {@link java.util.concurrent.CompletableFuture} can take for a function. */
  private static final Set<String> FUNCTIONS =
      Set.of(
          "java.lang.Runnable",
          "java.util.function.Supplier",
          "java.util.function.Consumer",
          "java.util.function.Function",
          "java.util.function.BiConsumer",
          "java.util.function.BiFunction");

  /** The places by the class through which work gets to other threads. */
  static final Map<String, List<RunPlace>> BY_TYPE =
      Map.of(
          PACKAGE + "ThreadPoolExecutor",
          List.of(
              of(RunAdvice.Submission.class, "execute"),
              of(RunAdvice.Rejection.class, "reject"),
              of(RunAdvice.NextTask.class, "getTask"),
              of(RunAdvice.BeforeRun.class, "beforeExecute")),
          PACKAGE + "ThreadPoolExecutor$Worker",
          List.of(of(RunAdvice.WorkerStart.class, "run")),
          PACKAGE + "ScheduledThreadPoolExecutor",
          List.of(of(RunAdvice.Submission.class, "delayedExecute", "reExecutePeriodic")),
          PACKAGE + "ForkJoinPool",
          List.of(
              // The first is all of them up to Java 18; the last is new in 25.
              of(
                  RunAdvice.PoolSubmission.class,
                  "externalSubmit",
                  "poolSubmit",
                  "scheduleDelayedTask")),
          PACKAGE + "ForkJoinTask",
          List.of(of(RunAdvice.Fork.class, "fork"), of(RunAdvice.Execution.class, "doExec")),
          PACKAGE + "CompletableFuture",
          List.of(of(RunAdvice.Stage.class)));

  private static RunPlace of(Class<?> advice, String... methods) {
    return new RunPlace(advice, List.of(methods));
  }

  /** Returns whether it is written into a method. */
  boolean takes(MethodDescription method) {
    if (method.isAbstract()) {
      return false;
    }
    return methods.isEmpty()
        ? method.getName().endsWith("Stage") && takesFunctionLast(method)
        : methods.contains(method.getName());
  }

  private static boolean takesFunctionLast(MethodDescription method) {
    int parameters = method.getParameters().size();
    return parameters > 0
        && FUNCTIONS.contains(
            method.getParameters().get(parameters - 1).getType().asErasure().getName());
  }
}
