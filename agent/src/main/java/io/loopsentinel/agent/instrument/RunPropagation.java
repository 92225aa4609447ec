package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.guard.RunCarrier;
import io.loopsentinel.agent.telemetry.AgentLog;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;

/**
 * Has the JDK's executors and futures carry runs from thread to thread.
 *
 * <p>Only a JVM in which a run begins has them rewritten, when the first one does. What is loaded
 * by then is rewritten at once, which takes a stop of all threads and some compiled code, the rest
 * when it is loaded. What cannot be rewritten is reported, and its tasks then belong to no run.
 */
final class RunPropagation {

  private final Instrumentation instrumentation;
  private final InstalledHook hook;
  private final AgentLog log;

  RunPropagation(Instrumentation instrumentation, InstalledHook hook, AgentLog log) {
    this.instrumentation = instrumentation;
    this.hook = hook;
    this.log = log;
  }

  /** Starts it; never throws. To be called once, on a thread that is in no run. */
  void start(RunCarrier carrier) {
    if (!hook.isInJavaLang()) {
      log.warn("cannot follow runs to other threads: the hook is not in java.lang");
      return;
    }
    try {
      carrier.warmUp();
      PropagationTransformer transformer =
          new PropagationTransformer(new HookWriter(hook.internalName()), this::report);
      rewrite(transformer);
      hook.connectRuns(carrier);
      carrier.letInherit();
      if (log.isDebug()) {
        log.debug("follows runs to other threads, through " + RunPlace.BY_TYPE.keySet());
      }
    } catch (Exception | LinkageError e) {
      log.warn("cannot follow runs to other threads: " + e);
    }
  }

  /**
   * Those that are not loaded yet are rewritten when they are. The others all at once: for each
   * time the JVM stops all threads and looks at all classes, 10 ms of Spring's on JDK 25.
   */
  private void rewrite(PropagationTransformer transformer) {
    instrumentation.addTransformer(transformer, true);
    Class<?>[] loaded = loaded();
    try {
      if (loaded.length > 0) {
        instrumentation.retransformClasses(loaded);
      }
    } catch (Exception | LinkageError | InternalError oneOfThem) {
      for (Class<?> type : loaded) {
        rewrite(transformer, type);
      }
    }
  }

  private void rewrite(PropagationTransformer transformer, Class<?> type) {
    try {
      instrumentation.retransformClasses(type);
    } catch (Exception | LinkageError | InternalError e) {
      transformer.giveUp(type.getName(), e);
    }
  }

  private Class<?>[] loaded() {
    List<Class<?>> found = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (type.getClassLoader() == null && RunPlace.BY_TYPE.containsKey(type.getName())) {
        found.add(type);
      }
    }
    return found.toArray(new Class<?>[0]);
  }

  private void report(String type, Throwable reason) {
    log.warn("cannot follow runs through " + type + ", its tasks are in none: " + reason);
  }
}
