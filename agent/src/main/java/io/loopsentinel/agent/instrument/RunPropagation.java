package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.guard.RunCarrier;
import io.loopsentinel.agent.telemetry.AgentLog;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;

/**
 * Has the JDK's executors and futures carry runs from thread to thread.
 *
 * <p>Only a JVM in which a run begins has them rewritten, when the first one does. What cannot be
 * rewritten is reported, and its tasks then belong to no run.
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
          new PropagationTransformer(new PropagationRewriter(hook.internalName()));
      rewrite(transformer);
      hook.connectRuns(carrier);
      carrier.letInherit();
      report(transformer);
    } catch (Exception | LinkageError e) {
      log.warn("cannot follow runs to other threads: " + e);
    }
  }

  private void rewrite(PropagationTransformer transformer) throws ClassNotFoundException {
    List<Class<?>> types = new ArrayList<>();
    for (String name : PropagationTransformer.TYPES) {
      types.add(Class.forName(name, false, null));
    }
    instrumentation.addTransformer(transformer, true);
    for (Class<?> type : types) {
      try {
        instrumentation.retransformClasses(type);
      } catch (Exception | LinkageError | InternalError e) {
        transformer.giveUp(type.getName(), e);
      }
    }
  }

  private void report(PropagationTransformer transformer) {
    transformer
        .failures()
        .forEach(
            (name, reason) ->
                log.warn(
                    "cannot follow runs through " + name + ", its tasks are in none: " + reason));
    if (log.isDebug()) {
      log.debug("follows runs to other threads, through " + PropagationTransformer.TYPES);
    }
  }
}
