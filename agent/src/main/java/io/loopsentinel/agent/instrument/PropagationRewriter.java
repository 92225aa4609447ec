package io.loopsentinel.agent.instrument;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;

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
  private static final Set<String> FUNCTIONS =
      Set.of(
          "Ljava/lang/Runnable;",
          "Ljava/util/function/Supplier;",
          "Ljava/util/function/Consumer;",
          "Ljava/util/function/Function;",
          "Ljava/util/function/BiConsumer;",
          "Ljava/util/function/BiFunction;");

  private static final Map<String, List<Place>> PLACES =
      Map.of(
          PACKAGE + "ThreadPoolExecutor",
          List.of(
              new Place(Propagation.SUBMISSION, "execute"),
              new Place(Propagation.REJECTION, "reject"),
              new Place(Propagation.NEXT_TASK, "getTask"),
              new Place(Propagation.BEFORE_RUN, "beforeExecute")),
          PACKAGE + "ThreadPoolExecutor$Worker",
          List.of(new Place(Propagation.WORKER_START, "run")),
          PACKAGE + "ScheduledThreadPoolExecutor",
          List.of(new Place(Propagation.SUBMISSION, "delayedExecute", "reExecutePeriodic")),
          PACKAGE + "ForkJoinPool",
          List.of(
              // The first is all of them up to Java 18; the last is new in 25.
              new Place(
                  Propagation.POOL_SUBMISSION,
                  "externalSubmit",
                  "poolSubmit",
                  "scheduleDelayedTask")),
          PACKAGE + "ForkJoinTask",
          List.of(new Place(Propagation.FORK, "fork"), new Place(Propagation.EXECUTION, "doExec")),
          PACKAGE + "CompletableFuture",
          List.of(new Place(Propagation.STAGE)));

  private final String hook;

  /**
   * Creates a rewriter.
   *
   * @param hook internal name under which the boot loader has the hook
   */
  PropagationRewriter(String hook) {
    this.hook = hook;
  }

  /**
   * Returns a copy of a class file with the calls of the hook in it.
   *
   * @param name the class, one of those that this knows
   * @throws IllegalStateException if the class has not got the methods that it ought to have
   */
  byte[] rewrite(String name, byte[] file) {
    List<Place> places = PLACES.getOrDefault(name, List.of());
    boolean[] met = new boolean[places.size()];
    byte[] rewritten =
        MethodBodies.rewrite(
            file,
            (method, site) -> {
              for (int i = 0; i < met.length; i++) {
                Place place = places.get(i);
                if (place.takes(method, site)) {
                  met[i] = true;
                  return next -> place.propagation().body(hook, site, next);
                }
              }
              return null;
            });
    for (int i = 0; i < met.length; i++) {
      if (!met[i]) {
        throw new IllegalStateException(name + " has no method " + places.get(i));
      }
    }
    return rewritten;
  }

  /**
   * Where something is written.
   *
   * @param methods at least one of these is there, in whatever release; where there are none, those
   *     whose name ends in {@code Stage} and that take a function last
   */
  private record Place(Propagation propagation, List<String> methods) {

    Place(Propagation propagation, String... methods) {
      this(propagation, List.of(methods));
    }

    boolean takes(String method, MethodSite site) {
      return methods.isEmpty()
          ? method.endsWith("Stage") && takesFunctionLast(site)
          : methods.contains(method);
    }

    private static boolean takesFunctionLast(MethodSite site) {
      Type[] parameters = site.parameters();
      return parameters.length > 0
          && FUNCTIONS.contains(parameters[parameters.length - 1].getDescriptor());
    }
  }
}
