package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.guard.RunCarrier;
import io.loopsentinel.agent.telemetry.AgentLog;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import net.bytebuddy.description.method.MethodDescription;
import org.jspecify.annotations.Nullable;

/**
 * Has the JDK's executors and futures carry runs from thread to thread.
 *
 * <p>Only a JVM in which a run begins has them rewritten, when the first one does, and whenever
 * another agent has them transformed. What cannot be rewritten is reported, left alone from then on
 * so as not to stand in others' way, and its tasks belong to no run.
 *
 * <p>Nothing is put around a task: {@link java.util.concurrent.ThreadPoolExecutor#getQueue}, {@code
 * remove}, queues that compare tasks and executors that look at them have the application's own.
 * And the places are such that threads which work already take part: a thread of a pool spends its
 * life in one call of {@code runWorker}, which the JVM does not replace, but calls {@code getTask}
 * for each task, and {@code beforeExecute}. The latter is for a thread that was already waiting in
 * {@code getTask}; it would do alone, were there not the subclasses that override it.
 */
final class RunPropagation implements ClassFileTransformer {

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
  private static final Map<String, List<Place>> PLACES =
      Map.of(
          PACKAGE + "ThreadPoolExecutor",
          List.of(
              Place.of(RunAdvice.Submission.class, "execute"),
              Place.of(RunAdvice.Rejection.class, "reject"),
              Place.of(RunAdvice.NextTask.class, "getTask"),
              Place.of(RunAdvice.BeforeRun.class, "beforeExecute")),
          PACKAGE + "ThreadPoolExecutor$Worker",
          List.of(Place.of(RunAdvice.WorkerStart.class, "run")),
          PACKAGE + "ScheduledThreadPoolExecutor",
          List.of(Place.of(RunAdvice.Submission.class, "delayedExecute", "reExecutePeriodic")),
          PACKAGE + "ForkJoinPool",
          List.of(
              // The first is all of them up to Java 18; the last is new in 25.
              Place.of(
                  RunAdvice.PoolSubmission.class,
                  "externalSubmit",
                  "poolSubmit",
                  "scheduleDelayedTask")),
          PACKAGE + "ForkJoinTask",
          List.of(
              Place.of(RunAdvice.Fork.class, "fork"),
              Place.of(RunAdvice.Execution.class, "doExec")),
          PACKAGE + "CompletableFuture",
          List.of(Place.of(RunAdvice.Stage.class)));

  private final Instrumentation instrumentation;
  private final HookInstaller.Installed hook;
  private final AgentLog log;
  private final HookWriter writer;
  private final Set<String> types = ConcurrentHashMap.newKeySet();

  RunPropagation(Instrumentation instrumentation, HookInstaller.Installed hook, AgentLog log) {
    this.instrumentation = instrumentation;
    this.hook = hook;
    this.log = log;
    this.writer = new HookWriter(hook.name());
    types.addAll(PLACES.keySet());
  }

  /**
   * A place where something is written.
   *
   * @param advice what is written, a class of {@link RunAdvice}
   * @param methods the names of the methods: at least one of these is there, in whatever release;
   *     where there are none, those whose name ends in {@code Stage} and that take a function last
   */
  record Place(Class<?> advice, List<String> methods) {

    private static Place of(Class<?> advice, String... methods) {
      return new Place(advice, List.of(methods));
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

  /** Starts it; never throws. To be called once, on a thread that is in no run. */
  void start(RunCarrier carrier) {
    // No named module reads the unnamed one, in which the hook is otherwise.
    if (!hook.isInJavaLang()) {
      log.warn("cannot follow runs to other threads: the hook is not in java.lang");
      return;
    }
    try {
      carrier.warmUp();
      instrumentation.addTransformer(this, true);
      rewriteLoaded();
      BiFunction<String, Object[], @Nullable Object> runs =
          (operation, arguments) -> carry(carrier, operation, arguments);
      // Once here: the executors call it under whatever locks the application holds.
      carry(carrier, "leave", new Object[0]);
      hook.call("connectRuns", runs);
      carrier.letInherit();
      if (log.isDebug()) {
        log.debug("follows runs to other threads, through " + PLACES.keySet());
      }
    } catch (Exception | LinkageError e) {
      log.warn("cannot follow runs to other threads: " + e);
    }
  }

  /** Answers the hook. */
  private static @Nullable Object carry(RunCarrier carrier, String operation, Object[] arguments) {
    switch (operation) {
      case "handOver" -> carrier.handOver(arguments[0]);
      case "beforeRun" -> carrier.beforeRun(arguments[0]);
      case "leave" -> carrier.leave();
      case "begin" -> {
        return carrier.begin(arguments[0]);
      }
      case "carry" -> {
        return carrier.carry(arguments[0], (Class<?>) arguments[1]);
      }
      default -> throw new IllegalArgumentException(operation);
    }
    return null;
  }

  /** All at once: for each time the JVM stops all threads and looks at all classes. */
  private void rewriteLoaded() {
    Class<?>[] loaded =
        Stream.of(instrumentation.getAllLoadedClasses())
            .filter(type -> type.getClassLoader() == null && PLACES.containsKey(type.getName()))
            .toArray(Class<?>[]::new);
    try {
      if (loaded.length > 0) {
        instrumentation.retransformClasses(loaded);
      }
    } catch (Exception | LinkageError | InternalError oneOfThem) {
      for (Class<?> type : loaded) {
        rewrite(type);
      }
    }
  }

  private void rewrite(Class<?> type) {
    try {
      instrumentation.retransformClasses(type);
    } catch (Exception | LinkageError | InternalError e) {
      giveUp(type.getName(), e);
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String type,
      @Nullable Class<?> loaded,
      @Nullable ProtectionDomain domain,
      byte[] file) {
    if (loader != null || type == null || !type.startsWith("java/util/concurrent/")) {
      return null;
    }
    String name = type.replace('/', '.');
    if (!types.contains(name)) {
      return null;
    }
    try {
      return writer.write(name, file, PLACES.getOrDefault(name, List.of()));
    } catch (Throwable failure) {
      giveUp(name, failure);
      return null;
    }
  }

  private void giveUp(String type, Throwable reason) {
    if (types.remove(type)) {
      log.warn("cannot follow runs through " + type + ", its tasks are in none: " + reason);
    }
  }
}
