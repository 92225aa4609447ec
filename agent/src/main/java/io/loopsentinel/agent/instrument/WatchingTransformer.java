package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.match.ClassFiles;
import io.loopsentinel.targets.match.MatchedMethod;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.bytebuddy.description.method.MethodDescription;
import org.jspecify.annotations.Nullable;

/**
 * Watches methods that a {@link TargetInstrumentation.Proposer} selects as their classes are loaded
 * or retransformed. Follows the rules of {@link TargetTransformer}.
 */
final class WatchingTransformer implements ClassFileTransformer {

  private final TargetInstrumentation.Proposer proposer;
  private final HookWriter writer;
  private final AgentLog log;
  private final List<TargetSpec> targets = new ArrayList<>();

  WatchingTransformer(TargetInstrumentation.Proposer proposer, String hook, AgentLog log) {
    this.proposer = proposer;
    this.writer = new HookWriter(hook);
    this.log = log;
  }

  /** Returns a target by its number, see {@link MatchedMethod#number}. */
  synchronized TargetSpec target(int number) {
    return targets.get(number);
  }

  private synchronized int add(TargetSpec target) {
    targets.add(target);
    return targets.size() - 1;
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String type,
      @Nullable Class<?> loaded,
      @Nullable ProtectionDomain domain,
      byte[] file) {
    if (loader == null || !LoadedClasses.isOfApplication(loader) || type == null) {
      return null;
    }
    String name = type.replace('/', '.');
    try {
      Map<String, TargetSpec> proposed = proposer.propose(loader, type, file);
      return proposed.isEmpty() ? null : watch(name, complete(loaded, file), proposed);
    } catch (Throwable failure) {
      log.warn("cannot watch " + name + ", which stays unchanged: " + failure);
      return null;
    }
  }

  private static byte[] complete(@Nullable Class<?> loaded, byte[] file) {
    return loaded != null && LoadedClasses.loseParameters()
        ? MethodParameters.restore(loaded, file)
        : file;
  }

  private byte @Nullable [] watch(String type, byte[] file, Map<String, TargetSpec> proposed) {
    List<MatchedMethod> methods = new ArrayList<>();
    for (MethodDescription method : ClassFiles.describe(type, file).getDeclaredMethods()) {
      TargetSpec target = proposed.get(MatchedMethod.key(method));
      if (target != null) {
        methods.add(new MatchedMethod(method, target, add(target)));
      }
    }
    return methods.isEmpty() || ClassFiles.isTooOld(file)
        ? null
        : writer.guard(type, file, methods);
  }
}
