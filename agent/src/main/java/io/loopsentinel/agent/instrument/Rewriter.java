package io.loopsentinel.agent.instrument;

import java.util.List;
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
    return MethodBodies.rewrite(file, (name, site, next) -> body(name, site, next, plan));
  }

  private MethodVisitor body(
      String name, MethodSite site, MethodVisitor next, List<MatchedMethod> plan) {
    for (int index = 0; index < plan.size(); index++) {
      MatchedMethod method = plan.get(index);
      if (method.is(name, site.descriptor())) {
        return new GuardedBody(hook, index, method.changesArguments(), site, next);
      }
    }
    return next;
  }
}
