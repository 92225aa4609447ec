package io.loopsentinel.agent.instrument;

import io.loopsentinel.hook.Hook;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * What is written into a guarded method that returns a primitive value or nothing: such a result
 * cannot carry a message, so the body is never skipped and the result never replaced.
 *
 * @see ObjectResultAdvice
 */
final class OtherResultAdvice {

  private OtherResultAdvice() {}

  @Advice.OnMethodEnter
  static @Nullable Object enter(
      @Advice.Origin Class<?> owner,
      @GuardIndex int index,
      @Advice.This(optional = true) @Nullable Object self,
      @Advice.AllArguments Object[] arguments) {
    return Hook.enter(owner, index, self, arguments);
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class)
  static void exit(
      @Advice.Enter @Nullable Object verdict,
      @Advice.Return(typing = Assigner.Typing.DYNAMIC) @Nullable Object returned,
      @Advice.Thrown @Nullable Throwable thrown) {
    if (verdict != null) {
      Hook.exit(verdict, returned, thrown);
    }
  }
}
