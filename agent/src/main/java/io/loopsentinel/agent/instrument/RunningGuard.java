package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Puts methods under guard once everything is started that guards them. Thread-safe. */
public final class RunningGuard {

  private final ClassPlans plans;
  private final String hook;
  private final @Nullable PlatformServerWatch platformServer;
  private final MatchLog matches;
  private final AgentLog log;
  private final Consumer<Throwable> failures;

  /**
   * Creates a guard.
   *
   * @param hook internal name under which the boot loader has the hook
   * @param platformServer absent: nobody wants to hear of the platform's MBean server
   * @param failures told of every error that a class met with; must be quick
   */
  RunningGuard(
      ClassPlans plans,
      String hook,
      @Nullable PlatformServerWatch platformServer,
      Telemetry telemetry,
      Consumer<Throwable> failures) {
    this.plans = plans;
    this.hook = hook;
    this.platformServer = platformServer;
    this.matches = new MatchLog(telemetry);
    this.log = telemetry.log();
    this.failures = failures;
  }

  /** Returns what is guarded of a class; {@code null} where nothing is. */
  @Nullable List<MatchedMethod> plan(ClassLoader loader, String type) {
    return plans.find(loader, type);
  }

  /**
   * Returns a class file with the advice in the methods of a plan; {@code null} where it can have
   * none.
   *
   * @param first whether there was no plan for the class before
   */
  byte @Nullable [] guard(
      ClassLoader loader, ClassOutline type, byte[] file, List<MatchedMethod> plan, boolean first) {
    if (!type.isGuardable()) {
      log.warn(
          "cannot guard "
              + type.name().replace('/', '.')
              + ", which was compiled for Java 1.4 or older");
      return null;
    }
    plans.put(loader, type.name(), plan);
    byte[] rewritten = new HookWriter(hook).guard(type.name().replace('/', '.'), file, plan);
    if (first) {
      matches.record(type.name(), loader, plan);
    }
    return rewritten;
  }

  /** Returns the class that makes the platform's MBean server, such that it tells of it. */
  byte @Nullable [] rewritePlatformServer(byte[] file) {
    return platformServer == null ? null : platformServer.rewrite(file);
  }

  /**
   * Has that class rewritten, where it is loaded already; never throws.
   *
   * @return whether it is: the server may have been made before
   */
  boolean rewriteLoadedPlatformServer() {
    return platformServer != null && platformServer.rewriteLoaded();
  }

  void warn(String line) {
    log.warn(line);
  }

  void report(Throwable failure) {
    failures.accept(failure);
  }
}
