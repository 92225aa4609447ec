package io.loopsentinel.agent.instrument;

import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.MethodVisitor;

/** Writes the calls of the hook into guarded methods. */
final class Rewriter {

  private final String hook;

  /**
   * Creates a rewriter.
   *
   * @param hook internal name under which the boot loader has the hook
   */
  Rewriter(String hook) {
    this.hook = hook;
  }

  /**
   * Returns a copy of a class file in which some methods call the hook.
   *
   * @param plan the methods; each passes its index in it
   */
  byte[] rewrite(byte[] file, List<MatchedMethod> plan) {
    return MethodBodies.rewrite(file, (name, site) -> body(name, site, plan));
  }

  private @Nullable UnaryOperator<MethodVisitor> body(
      String name, MethodSite site, List<MatchedMethod> plan) {
    for (int i = 0; i < plan.size(); i++) {
      MatchedMethod method = plan.get(i);
      if (method.is(name, site.descriptor())) {
        int index = i;
        return next -> new GuardedBody(hook, index, method.changesArguments(), site, next);
      }
    }
    return null;
  }
}
