package io.loopsentinel.targets.link;

import io.loopsentinel.engine.identity.FieldAccess;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.expression.Linker;
import io.loopsentinel.targets.result.ResultType;
import io.loopsentinel.targets.text.MissingClass;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/** Determines the effect of targets on methods, without guarding them. */
public final class TargetCheck {

  private final Linker linker = new Linker(FieldAccess.toOpenPackages());

  public sealed interface Result {}

  public record Fits(TargetReport report, SharedSessions sessions) implements Result {}

  /**
   * The target does not fit the method, and would leave its calls unguarded.
   *
   * @param reason the problems as the agent would log them
   * @param missingClass the missing class that prevents the check; {@code null} if none
   */
  public record Unfit(String reason, @Nullable String missingClass) implements Result {}

  /** Links a target to a method, without running code of its class. */
  public Result check(Method method, TargetSpec target) {
    try {
      GuardedMethod guarded = new GuardedMethod(method, ResultType.of(method), target);
      TargetReport report = TargetReport.of(new TargetLinking(guarded, linker).link());
      return new Fits(report, SharedSessions.of(target, method, linker));
    } catch (TargetLinking.UnfitTargetException unfit) {
      return new Unfit(String.valueOf(unfit.getMessage()), MissingClass.in(unfit).orElse(null));
    } catch (RuntimeException | LinkageError failure) {
      return new Unfit(
          TargetReport.title(TargetReport.describe(method), target)
              + " cannot be guarded: "
              + failure,
          MissingClass.in(failure).orElse(null));
    }
  }
}
