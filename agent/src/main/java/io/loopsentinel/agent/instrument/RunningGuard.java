package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import java.util.List;
import java.util.function.Consumer;
import net.bytebuddy.ClassFileVersion;
import org.jspecify.annotations.Nullable;

/** Puts methods under guard once everything is started that guards them. Thread-safe. */
public final class RunningGuard {

  private final String hook;
  private final AgentLog log;
  private final MatchLog matches;
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
    this.log = telemetry.log();
    this.matches = new MatchLog(telemetry);
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
      matches.record(type, loader, methods);
    }
    return rewritten;
  }

  void warn(String line) {
    log.warn(line);
  }

  void report(Throwable failure) {
    failures.accept(failure);
  }
}
