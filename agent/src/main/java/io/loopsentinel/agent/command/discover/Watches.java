package io.loopsentinel.agent.command.discover;

import io.loopsentinel.agent.config.SourceExpression;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.expression.ExpressionException;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.expression.Linker;
import io.loopsentinel.agent.guard.GuardFactory;
import java.lang.reflect.Method;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Builds what hears of the calls of each candidate. Thread-safe. */
final class Watches implements GuardFactory {

  private final CandidateTargets candidates;
  private final Linker linker;
  private final ThreadLocal<Watch.State> threads = ThreadLocal.withInitial(Watch.State::new);

  Watches(CandidateTargets candidates, Linker linker) {
    this.candidates = candidates;
    this.linker = linker;
  }

  @Override
  public BiFunction<@Nullable Object, Object[], @Nullable Object> guard(
      Method method, TargetSpec target) {
    Evidence evidence = candidates.evidence(target.name());
    return evidence == null
        ? (self, arguments) -> null
        : new Watch(
            evidence,
            link(target.readings().tool(), method, evidence),
            link(target.readings().args(), method, evidence),
            threads);
  }

  /** An expression that does not fit speaks against its candidate, which is never named then. */
  private @Nullable LinkedExpression link(
      @Nullable SourceExpression expression, Method method, Evidence evidence) {
    try {
      return expression == null ? null : linker.link(expression.expression(), method);
    } catch (ExpressionException e) {
      evidence.unreadable(String.valueOf(e.getMessage()));
    } catch (RuntimeException | LinkageError e) {
      evidence.unreadable(e.getClass().getName());
    }
    return null;
  }
}
