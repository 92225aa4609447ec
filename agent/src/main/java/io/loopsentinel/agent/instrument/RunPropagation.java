package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.guard.call.RunCarrier;
import io.loopsentinel.agent.telemetry.AgentLog;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/**
 * Rewrites the JDK's executors and futures so that they carry runs between threads.
 *
 * <p>They are rewritten when the first run of the JVM begins, and whenever another agent transforms
 * them. A class that cannot be rewritten is reported and left alone; its tasks belong to no run.
 *
 * <p>Tasks are not wrapped: {@link java.util.concurrent.ThreadPoolExecutor#getQueue}, {@code
 * remove}, and queues that compare tasks keep the application's objects. Threads that already run
 * are reached too. A pool thread stays in one call of {@code runWorker}, which the JVM does not
 * replace, but it calls {@code getTask} and {@code beforeExecute} for each task. {@code
 * beforeExecute} is for threads that already wait in {@code getTask}. It is not enough alone,
 * because subclasses override it.
 */
final class RunPropagation implements ClassFileTransformer {

  private static final List<Place> PLACES =
      List.of(
          new Place("ThreadPoolExecutor", RunAdvice.Submission.class, "execute"),
          new Place("ThreadPoolExecutor", RunAdvice.Rejection.class, "reject"),
          new Place("ThreadPoolExecutor", RunAdvice.NextTask.class, "getTask"),
          new Place("ThreadPoolExecutor", RunAdvice.BeforeRun.class, "beforeExecute"),
          new Place("ThreadPoolExecutor$Worker", RunAdvice.WorkerStart.class, "run"),
          new Place(
              "ScheduledThreadPoolExecutor",
              RunAdvice.Submission.class,
              "delayedExecute|reExecutePeriodic"),
          // Java 18 and earlier have only the first method; the last is new in Java 25.
          new Place(
              "ForkJoinPool",
              RunAdvice.PoolSubmission.class,
              "externalSubmit|poolSubmit|scheduleDelayedTask"),
          new Place("ForkJoinTask", RunAdvice.Fork.class, "fork"),
          new Place("ForkJoinTask", RunAdvice.Execution.class, "doExec"),
          new Place("CompletableFuture", RunAdvice.Stage.class, ".*Stage"));

  private final Instrumentation instrumentation;
  private final InstalledHook hook;
  private final AgentLog log;
  private final HookWriter writer;
  private final Map<String, List<Place>> places =
      new ConcurrentHashMap<>(PLACES.stream().collect(Collectors.groupingBy(Place::type)));

  RunPropagation(Instrumentation instrumentation, InstalledHook hook, AgentLog log) {
    this.instrumentation = instrumentation;
    this.hook = hook;
    this.log = log;
    this.writer = new HookWriter(hook.name());
  }

  /**
   * Methods of a class that get the same advice.
   *
   * @param simpleName the name of a class in {@code java.util.concurrent}
   * @param advice a class of {@link RunAdvice}
   * @param methods a pattern of method names; matches at least one method in every JDK
   */
  record Place(String simpleName, Class<?> advice, String methods) {

    String type() {
      return "java.util.concurrent." + simpleName;
    }

    boolean matches(MethodDescription method) {
      return !method.isAbstract()
          && method.getName().matches(methods)
          && (advice != RunAdvice.Stage.class || endsWithFunction(method));
    }

    private static boolean endsWithFunction(MethodDescription method) {
      List<TypeDescription> types = method.getParameters().asTypeList().asErasures();
      String last = types.isEmpty() ? "" : types.get(types.size() - 1).getName();
      return last.equals("java.lang.Runnable") || last.startsWith("java.util.function.");
    }
  }

  /** Starts propagation; never throws. Must be called once, on a thread outside any run. */
  void start(RunCarrier carrier) {
    // Named modules cannot read the unnamed module, which contains the fallback hook.
    if (!hook.isInJavaLang()) {
      log.warn("cannot follow runs to other threads: the hook is not in java.lang");
      return;
    }
    try {
      carrier.warmUp();
      instrumentation.addTransformer(this, true);
      retransform();
      BiFunction<String, Object[], @Nullable Object> runs =
          (operation, arguments) -> call(carrier, operation, arguments);
      // Called once here, because executors may call it while they hold the application's locks.
      call(carrier, "leave", new Object[0]);
      hook.call("connectRuns", runs);
      carrier.enableInheritance();
      log.debug("follows runs to other threads through " + places.keySet());
    } catch (Exception | LinkageError e) {
      log.warn("cannot follow runs to other threads: " + e);
    }
  }

  /** Restores the JDK's classes. */
  void stop() {
    instrumentation.removeTransformer(this);
    retransform();
  }

  private void retransform() {
    LoadedClasses.retransform(
        instrumentation,
        (type, failure) -> giveUp(type.getName(), failure),
        Stream.of(instrumentation.getAllLoadedClasses())
            .filter(type -> type.getClassLoader() == null && places.containsKey(type.getName()))
            .toArray(Class<?>[]::new));
  }

  private static @Nullable Object call(RunCarrier carrier, String operation, Object[] arguments) {
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

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String type,
      @Nullable Class<?> loaded,
      @Nullable ProtectionDomain domain,
      byte[] file) {
    if (loader != null || type == null) {
      return null;
    }
    String name = type.replace('/', '.');
    List<Place> ofType = places.get(name);
    try {
      return ofType == null ? null : writer.write(name, file, ofType);
    } catch (Throwable failure) {
      giveUp(name, failure);
      return null;
    }
  }

  private void giveUp(String type, Throwable reason) {
    if (places.remove(type) != null) {
      log.warn("cannot follow runs through " + type + "; its tasks belong to no run: " + reason);
    }
  }
}
