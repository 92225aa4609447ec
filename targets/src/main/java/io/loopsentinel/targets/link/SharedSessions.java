package io.loopsentinel.targets.link;

import io.loopsentinel.engine.settings.Budget;
import io.loopsentinel.targets.config.Reading;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.SourceExpression;
import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.expression.Expression;
import io.loopsentinel.targets.expression.ExpressionException;
import io.loopsentinel.targets.expression.KeyScope;
import io.loopsentinel.targets.expression.Linker;
import java.lang.reflect.Method;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a target that JVMs with one store share; see {@code docs/many-jvms.md}.
 *
 * @param possible whether a session may be the same in several JVMs
 * @param text a sentence without a full stop
 */
public record SharedSessions(boolean possible, String text) {

  private static final Expression DEFAULT = Expression.parse("run ?? thread");

  /** Profiles separate questions, except where they say {@code shared(key)}. */
  private static final String SHARED = "shared(";

  /** Returns the sessions of a target, judged by its expression alone. */
  public static SharedSessions of(TargetSpec target) {
    return of(target, operand -> null);
  }

  /** Returns the sessions of a target that fits a method. */
  public static SharedSessions of(TargetSpec target, Method method, Linker linker) {
    return of(target, operand -> typeOf(operand, method, linker));
  }

  private static @Nullable Class<?> typeOf(Expression operand, Method method, Linker linker) {
    try {
      return linker.link(operand, method).type();
    } catch (ExpressionException unfit) {
      return null;
    }
  }

  private static SharedSessions of(
      TargetSpec target, Function<Expression, @Nullable Class<?>> types) {
    SourceExpression session = target.readings().get(Reading.SESSION);
    if (session == null && target.kind() == TargetKind.RUN) {
      return new SharedSessions(false, "each run is a session of this JVM alone");
    }
    Map<String, KeyScope> scopes =
        new LinkedHashMap<>(KeyScope.of(session == null ? DEFAULT : session.expression(), types));
    if (target.fromProfile() && session != null) {
      scopes.keySet().removeIf(operand -> !operand.startsWith(SHARED));
      if (scopes.isEmpty()) {
        return new SharedSessions(false, "a session is one question, which one JVM answers");
      }
    }
    boolean possible =
        scopes.containsValue(KeyScope.ALL_JVMS) || scopes.containsValue(KeyScope.BY_VALUE);
    return new SharedSessions(possible, "session " + KeyScope.describe(scopes));
  }

  /** Returns a warning about a store that no session of these targets can use; none if one can. */
  public static Optional<String> warning(
      SentinelConfig config, Collection<SharedSessions> sessions) {
    if (config.sharedStore().isEmpty() || sessions.stream().anyMatch(SharedSessions::possible)) {
      return Optional.empty();
    }
    List<Budget> budgets = config.engine().budget().budgets();
    boolean shared = budgets.stream().anyMatch(each -> !each.per().equals(Budget.SESSION));
    return Optional.of(
        "sessions.store: %s shared, because no target has a session that is the same in several JVMs; set \"session\" of your target to the id of the conversation"
            .formatted(shared ? "only budgets are" : "nothing is"));
  }
}
