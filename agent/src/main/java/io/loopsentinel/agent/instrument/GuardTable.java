package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.guard.GuardFactory;
import io.loopsentinel.agent.telemetry.AgentLog;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/**
 * The guards of each class, built when the first of its guarded methods is called.
 *
 * <p>They live in the class itself ({@link ClassValue}) and nowhere else. So they may refer to it,
 * and it can still be collected.
 */
final class GuardTable
    extends ClassValue<BiFunction<@Nullable Object, Object[], @Nullable Object>[]> {

  private final ClassPlans plans;
  private final GuardFactory factory;
  private final AgentLog log;

  GuardTable(ClassPlans plans, GuardFactory factory, AgentLog log) {
    this.plans = plans;
    this.factory = factory;
    this.log = log;
  }

  @Override
  protected BiFunction<@Nullable Object, Object[], @Nullable Object>[] computeValue(
      Class<?> owner) {
    StackSpace.require();
    List<MatchedMethod> plan =
        plans.find(owner.getClassLoader(), owner.getName().replace('.', '/'));
    if (plan == null) {
      // Someone copied a rewritten method into another class. The hook reports the missing guard.
      plan = List.of();
    }
    Map<String, Method> methods = methodsOf(owner);
    // A generic array cannot be created; this one only ever holds what is put in here.
    @SuppressWarnings({"unchecked", "rawtypes"})
    BiFunction<@Nullable Object, Object[], @Nullable Object>[] guards = new BiFunction[plan.size()];
    for (int i = 0; i < guards.length; i++) {
      MethodOutline method = plan.get(i).method();
      Method found = methods.get(method.name() + method.descriptor());
      guards[i] =
          found == null
              ? (self, arguments) -> null
              : new CheckedGuard(factory.guard(found, plan.get(i).target()), found.getReturnType());
    }
    return guards;
  }

  private Map<String, Method> methodsOf(Class<?> owner) {
    try {
      return DeclaredMethods.of(owner);
    } catch (LinkageError e) {
      // Some method of the class has a parameter type that the application runs without.
      log.warn("does not guard " + owner.getName() + ", whose methods cannot be listed: " + e);
      return Map.of();
    }
  }
}
