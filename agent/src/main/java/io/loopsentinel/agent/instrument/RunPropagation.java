package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.guard.RunCarrier;
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
          // The first is all of them up to Java 18; the last is new in 25.
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
   * A place where something is written.
   *
   * @param simpleName the name of a class of {@code java.util.concurrent}
   * @param advice what is written, a class of {@link RunAdvice}
   * @param methods a pattern of names of methods: one at least is there, in whatever release
   */
  record Place(String simpleName, Class<?> advice, String methods) {

    String type() {
      return "java.util.concurrent." + simpleName;
    }

    boolean takes(MethodDescription method) {
      return !method.isAbstract()
          && method.getName().matches(methods)
          && (advice != RunAdvice.Stage.class || takesFunctionLast(method));
    }

    private static boolean takesFunctionLast(MethodDescription method) {
      List<TypeDescription> types = method.getParameters().asTypeList().asErasures();
      String last = types.isEmpty() ? "" : types.get(types.size() - 1).getName();
      return last.equals("java.lang.Runnable") || last.startsWith("java.util.function.");
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
      retransform();
      BiFunction<String, Object[], @Nullable Object> runs =
          (operation, arguments) -> carry(carrier, operation, arguments);
      // Once here: the executors call it under whatever locks the application holds.
      carry(carrier, "leave", new Object[0]);
      hook.call("connectRuns", runs);
      carrier.enableInheritance();
      log.debug("follows runs to other threads, through " + places.keySet());
    } catch (Exception | LinkageError e) {
      log.warn("cannot follow runs to other threads: " + e);
    }
  }

  /** Gives the JDK's classes back as they were. */
  void stop() {
    instrumentation.removeTransformer(this);
    retransform();
  }

  private void retransform() {
    TargetTransformer.retransform(
        instrumentation,
        (type, failure) -> giveUp(type.getName(), failure),
        Stream.of(instrumentation.getAllLoadedClasses())
            .filter(type -> type.getClassLoader() == null && places.containsKey(type.getName()))
            .toArray(Class<?>[]::new));
  }

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
      log.warn("cannot follow runs through " + type + ", its tasks are in none: " + reason);
    }
  }
}
