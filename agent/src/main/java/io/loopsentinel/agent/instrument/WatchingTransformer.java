package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.telemetry.AgentLog;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Puts methods under watch as their classes are loaded, where nobody named them before.
 *
 * <p>Bound by the rules of {@link TargetTransformer}.
 */
final class WatchingTransformer implements ClassFileTransformer {

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
  private static final @Nullable ClassLoader AGENT = WatchingTransformer.class.getClassLoader();

  private final TargetProposer proposer;
  private final ClassPlans plans;
  private final HookWriter writer;
  private final AgentLog log;

  WatchingTransformer(TargetProposer proposer, ClassPlans plans, String hook, AgentLog log) {
    this.proposer = proposer;
    this.plans = plans;
    this.writer = new HookWriter(hook);
    this.log = log;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String type,
      @Nullable Class<?> loaded,
      @Nullable ProtectionDomain domain,
      byte[] file) {
    if (loader == null || loader == PLATFORM || loader == AGENT || type == null || loaded != null) {
      return null;
    }
    try {
      return watch(loader, type, file);
    } catch (Throwable failure) {
      log.warn("cannot watch " + type.replace('/', '.') + ", which stays as it is: " + failure);
      return null;
    }
  }

  private byte @Nullable [] watch(ClassLoader loader, String type, byte[] file) throws IOException {
    Map<String, TargetSpec> targets = proposer.propose(loader, type, file);
    if (targets.isEmpty()) {
      return null;
    }
    ClassOutline outline = new ClassOutline(file);
    List<MatchedMethod> plan = new ArrayList<>();
    for (MethodOutline method : outline.methods()) {
      TargetSpec target = targets.get(method.name() + method.descriptor());
      if (target != null) {
        plan.add(new MatchedMethod(method, target));
      }
    }
    if (plan.isEmpty() || !outline.isGuardable()) {
      return null;
    }
    plans.put(loader, type, plan);
    return writer.guard(type.replace('/', '.'), file, plan);
  }
}
