package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Guards target methods as their classes are loaded.
 *
 * <p>It runs inside the application's class loading, on any thread, under locks that it does not
 * know. What keeps that safe:
 *
 * <ul>
 *   <li>Classes of the JDK and of the agent are turned away before anything else is touched. So no
 *       class that this code needs can wait for this code (a {@link ClassCircularityError}).
 *   <li>It takes no locks of its own but those inside {@link java.util.concurrent
 *       ConcurrentHashMap}, which it never holds while it calls anything.
 *   <li>The classes that it needs are loaded by the agent's own loader, which never asks the
 *       application's.
 *   <li>It loads no class of the application.
 *   <li>It logs to the standard error that the JVM began with, not to what the application may have
 *       put in its place.
 *   <li>It throws nothing. The JVM would take no notice and nobody would hear of it.
 * </ul>
 */
final class TargetTransformer implements ClassFileTransformer {

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
  private static final @Nullable ClassLoader AGENT = TargetTransformer.class.getClassLoader();

  private final TargetIndex index;
  private final Supertypes supertypes = new Supertypes();
  private final ClassPlans plans;
  private final String hook;
  private final MatchLog matches;
  private final AgentLog log;
  private final Consumer<Throwable> failures;

  /**
   * Creates a transformer.
   *
   * @param hook internal name under which the boot loader has the hook
   * @param failures told of every error that a class met with; must be quick
   */
  TargetTransformer(
      TargetIndex index,
      ClassPlans plans,
      String hook,
      Telemetry telemetry,
      Consumer<Throwable> failures) {
    this.index = index;
    this.plans = plans;
    this.hook = hook;
    this.matches = new MatchLog(telemetry);
    this.log = telemetry.log();
    this.failures = failures;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String type,
      @Nullable Class<?> loaded,
      @Nullable ProtectionDomain domain,
      byte[] file) {
    if (loader == null || loader == PLATFORM || loader == AGENT || type == null) {
      return null;
    }
    try {
      if (!index.mayMatch(type, file)) {
        return null;
      }
    } catch (Throwable failure) {
      // Whatever it is, it may befall many classes.
      failures.accept(failure);
      return null;
    }
    try {
      return guard(loader, loaded, file);
    } catch (Throwable failure) {
      log.warn("cannot guard " + type.replace('/', '.') + ", which stays as it is: " + failure);
      return null;
    }
  }

  private byte @Nullable [] guard(ClassLoader loader, @Nullable Class<?> loaded, byte[] file)
      throws IOException {
    ClassOutline type = new ClassOutline(file);
    List<MatchedMethod> plan = loaded == null ? null : plans.find(loader, type.name());
    boolean first = plan == null;
    if (plan == null) {
      Supplier<Set<String>> ancestors =
          loaded == null ? () -> supertypes.of(type, loader) : () -> Supertypes.of(loaded);
      plan = index.match(type, ancestors);
    }
    if (plan.isEmpty()) {
      return null;
    }
    if (!type.isGuardable()) {
      log.warn(
          "cannot guard "
              + type.name().replace('/', '.')
              + ", which was compiled for Java 1.4 or older");
      return null;
    }
    plans.put(loader, type.name(), plan);
    byte[] rewritten = new Rewriter(hook).rewrite(loader, type.name(), file, plan);
    if (first) {
      matches.record(type.name(), loader, plan);
    }
    return rewritten;
  }
}
