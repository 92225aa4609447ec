package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.guard.GuardFactory;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.engine.identity.ForgettableClassValue;
import io.loopsentinel.hook.Hook;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;

/**
 * The guards of each class, by the sites that its advice passes ({@link MatchedMethod#site}); each
 * is built when its method is called for the first time.
 *
 * <p>They live in the class itself ({@link ClassValue}) and nowhere else. So they may refer to it,
 * and it can still be collected.
 */
final class GuardTable
    extends ForgettableClassValue<
        Function<String, BiFunction<@Nullable Object, Object[], @Nullable Object>>> {

  /** Some 200 KB of compiled code: building a guard loads classes and links expressions. */
  private static final int STACK_DEPTH = 2_400;

  private final IntFunction<TargetSpec> targets; // by the numbers in sites
  private final GuardFactory factory;
  private final AgentLog log;

  GuardTable(IntFunction<TargetSpec> targets, GuardFactory factory, AgentLog log) {
    this.targets = targets;
    this.factory = factory;
    this.log = log;
  }

  @Override
  protected Function<String, BiFunction<@Nullable Object, Object[], @Nullable Object>> compute(
      Class<?> owner) {
    Map<String, BiFunction<@Nullable Object, Object[], @Nullable Object>> guards =
        new ConcurrentHashMap<>();
    return site -> {
      BiFunction<@Nullable Object, Object[], @Nullable Object> known = guards.get(site);
      if (known != null) {
        return known;
      }
      // Not under the map's lock: what is linked may load classes of the application.
      BiFunction<@Nullable Object, Object[], @Nullable Object> built = build(owner, site);
      return Objects.requireNonNullElse(guards.putIfAbsent(site, built), built);
    };
  }

  private BiFunction<@Nullable Object, Object[], @Nullable Object> build(
      Class<?> owner, String site) {
    Hook.requireStack(STACK_DEPTH);
    int colon = site.indexOf(':');
    Method method;
    try {
      method = methods(owner).get(site.substring(colon + 1));
    } catch (LinkageError e) {
      // Some method of the class has a parameter type that the application runs without.
      log.warn("does not guard " + owner.getName() + ", whose methods cannot be listed: " + e);
      return (self, arguments) -> null;
    }
    if (method == null) {
      throw new IllegalStateException(
          "someone copied a rewritten method into " + owner.getName() + ", with the site " + site);
    }
    TargetSpec target = targets.apply(Integer.parseInt(site, 0, colon, 10));
    BiFunction<@Nullable Object, Object[], @Nullable Object> guard = factory.guard(method, target);
    Class<?> returnType = method.getReturnType();
    return (self, arguments) -> checked(guard.apply(self, arguments), returnType);
  }

  /** Lists the methods that a class declares by name and descriptor, written together. */
  static Map<String, Method> methods(Class<?> owner) {
    Map<String, Method> methods = new HashMap<>();
    for (Method method : owner.getDeclaredMethods()) {
      methods.put(method.getName() + Type.getMethodDescriptor(method), method);
    }
    return methods;
  }

  /**
   * Refuses a synthetic result that the guarded method cannot return, so that the mistake is
   * reported and the call goes on, where the application would see a {@link ClassCastException}.
   */
  private static @Nullable Object checked(@Nullable Object verdict, Class<?> returnType) {
    if (verdict instanceof Optional<?> result
        && ((returnType.isPrimitive() && returnType != void.class)
            || (result.isPresent() && !returnType.isInstance(result.get())))) {
      throw new IllegalStateException(
          "the synthetic result is not a " + returnType.getName() + ", which the method returns");
    }
    return verdict;
  }
}
