package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.guard.GuardFactory;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.Headroom;
import io.loopsentinel.engine.identity.ForgettableClassValue;
import io.loopsentinel.hook.Hook;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.match.MatchedMethod;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The guards of each class, by the site that the advice passes ({@link MatchedMethod#site}). A
 * guard is built at the first call of its method.
 *
 * <p>Guards live only in the class itself ({@link ClassValue}). So they may refer to the class
 * without preventing its unloading.
 */
final class GuardTable
    extends ForgettableClassValue<
        Function<String, BiFunction<@Nullable Object, Object[], @Nullable Object>>> {

  /** Free stack frames, some 200 KB, required to build a guard, which loads classes. */
  private static final int STACK_DEPTH = 240;

  private final IntFunction<TargetSpec> targets; // by target number
  private final GuardFactory factory;
  private final AgentLog log;
  private final Headroom headroom = new Headroom();
  private final AtomicBoolean noRoomLogged = new AtomicBoolean();

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
      // Not under the map's lock, because linking may load classes of the application.
      BiFunction<@Nullable Object, Object[], @Nullable Object> built = build(owner, site);
      return built == null
          ? GuardTable::runUnguarded
          : Objects.requireNonNullElse(guards.putIfAbsent(site, built), built);
    };
  }

  private static @Nullable Object runUnguarded(@Nullable Object self, Object[] arguments) {
    return null;
  }

  /** Returns whether there is room to build a guard; logs when it runs out. */
  private boolean hasRoom() {
    boolean room = headroom.isThere();
    if (!room && !noRoomLogged.getAndSet(true)) {
      log.warn(
          "file descriptors or heap are used up: guards cannot be built, and calls run unguarded"
              + " until there is room again");
    } else if (room) {
      noRoomLogged.set(false);
    }
    return room;
  }

  private @Nullable BiFunction<@Nullable Object, Object[], @Nullable Object> build(
      Class<?> owner, String site) {
    Hook.requireStack(STACK_DEPTH);
    if (!hasRoom()) {
      return null;
    }
    int colon = site.indexOf(':');
    Method method;
    try {
      method = MatchedMethod.declaredIn(owner).get(site.substring(colon + 1));
    } catch (LinkageError e) {
      // A parameter type of some method of the class is missing.
      log.warn("does not guard " + owner.getName() + ", whose methods cannot be listed: " + e);
      return GuardTable::runUnguarded;
    }
    if (method == null) {
      throw new IllegalStateException(
          "a rewritten method was copied into " + owner.getName() + ", with the site " + site);
    }
    return factory.guard(method, targets.apply(Integer.parseInt(site, 0, colon, 10)));
  }
}
