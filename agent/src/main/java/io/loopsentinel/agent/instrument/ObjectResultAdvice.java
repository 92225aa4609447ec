package io.loopsentinel.agent.instrument;

import io.loopsentinel.hook.Hook;
import java.util.Optional;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * What is written into a guarded method that returns an object.
 *
 * <p>The JVM never runs this class: Byte Buddy copies the bytecode of its methods, with {@link
 * Hook} replaced by the copy that the boot loader has.
 */
final class ObjectResultAdvice {

  private ObjectResultAdvice() {}

  /** Skips the body where the hook has another result for the call. */
  @Advice.OnMethodEnter(skipOn = Optional.class)
  static @Nullable Object enter(
      @Advice.Origin Class<?> owner,
      @GuardIndex int index,
      @Advice.This(optional = true) @Nullable Object self,
      @Advice.AllArguments Object[] arguments) {
    return Hook.enter(owner, index, self, arguments);
  }

  @Advice.OnMethodExit(onThrowable = Throwable.class)
  @Advice.AssignReturned.ToReturned(typing = Assigner.Typing.DYNAMIC)
  static @Nullable Object exit(
      @Advice.Enter @Nullable Object verdict,
      @Advice.Return(typing = Assigner.Typing.DYNAMIC) @Nullable Object returned,
      @Advice.Thrown @Nullable Throwable thrown) {
    return verdict == null ? returned : Hook.exit(verdict, returned, thrown);
  }
}
