package io.loopsentinel.agent.instrument;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.async.AsynchronousType;
import io.loopsentinel.agent.async.ResultType;
import io.loopsentinel.agent.config.Reading;
import io.loopsentinel.agent.config.SourceExpression;
import io.loopsentinel.agent.config.TargetKind;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.guard.TargetReport;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import net.bytebuddy.ClassFileVersion;
import net.bytebuddy.description.type.TypeDescription;
import org.jspecify.annotations.Nullable;

/**
 * Puts methods under guard once everything is started that guards them, and says which they are and
 * where a hint cannot reach the model. Thread-safe.
 */
public final class RunningGuard {

  /** The supertypes of {@link String}: a method that returns one can return a message. */
  private static final Set<String> TEXT =
      Set.of(
          "java.lang.String",
          "java.lang.CharSequence",
          "java.lang.Comparable",
          "java.lang.Object",
          "java.io.Serializable");

  private final String hook;
  private final Telemetry telemetry;
  private final AgentLog log;
  private final Consumer<Throwable> failures;

  /**
   * Creates a guard.
   *
   * @param hook name of the class under which the boot loader has the hook
   * @param telemetry told of what is guarded
   * @param failures told of every error that a class met with; must be quick
   */
  RunningGuard(String hook, Telemetry telemetry, Consumer<Throwable> failures) {
    this.hook = hook;
    this.telemetry = telemetry;
    this.log = telemetry.log();
    this.failures = failures;
  }

  /**
   * Returns a class file with the advice in some methods; {@code null} where it can have none.
   *
   * @param first whether the class has not been guarded before
   */
  byte @Nullable [] guard(
      ClassLoader loader, String type, byte[] file, List<MatchedMethod> methods, boolean first) {
    if (ClassFileVersion.ofClassFile(file).isLessThan(ClassFileVersion.JAVA_V5)) {
      warn("cannot guard " + type + ", which was compiled for Java 1.4 or older");
      return null;
    }
    byte[] rewritten = new HookWriter(hook).guard(type, file, methods);
    if (first) {
      record(type, loader, methods);
    }
    return rewritten;
  }

  void warn(String line) {
    log.warn(line);
  }

  void report(Throwable failure) {
    failures.accept(failure);
  }

  private void record(String type, ClassLoader loader, List<MatchedMethod> methods) {
    for (MatchedMethod guarded : methods) {
      TargetSpec target = guarded.target();
      String name = type + "." + MatchedMethod.describe(guarded.method());
      // Made elsewhere: this is in the midst of a class being loaded.
      telemetry
          .events()
          .publish(
              () ->
                  telemetry.event(
                      LoopEvent.Type.TARGET_MATCHED, null, target.name(), "guards " + name));
      log.debug(
          "guards %s (loader %s)".formatted(TargetReport.title(name, target), nameOf(loader)));
      if (target.kind() == TargetKind.TOOL) {
        recordResult(name, guarded.method().getReturnType().asErasure(), target);
      }
    }
  }

  private void recordResult(String name, TypeDescription returned, TargetSpec target) {
    SourceExpression tool = target.readings().get(Reading.TOOL_NAME);
    boolean batch = tool != null && tool.expression().isProjection();
    String result = returned.getActualName();
    boolean reference = !returned.isPrimitive();
    if (batch
        || !reference
        || (target.readings().get(Reading.RESULT) == null && !mayCarryText(result))) {
      log.info(
          "target %s: a hint becomes an abort in %s, which %s"
              .formatted(
                  target.name(),
                  name,
                  batch
                      ? "dispatches several calls at once"
                      : ResultType.cannotCarryMessage(result, reference)));
    }
  }

  /** What the value is that comes later is known when the method is called, and said then. */
  private static boolean mayCarryText(String result) {
    return TEXT.contains(result) || AsynchronousType.isNameOfOne(result);
  }

  /** Does not ask the loader for its name: it could be any code of the application. */
  private static String nameOf(ClassLoader loader) {
    return loader == ClassLoader.getSystemClassLoader() ? "app" : loader.getClass().getName();
  }
}
