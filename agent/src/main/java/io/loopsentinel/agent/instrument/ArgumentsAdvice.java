package io.loopsentinel.agent.instrument;

import io.loopsentinel.hook.Hook;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import org.jspecify.annotations.Nullable;

/**
 * What is written at the beginning of a guarded method whose arguments the hook may change, in the
 * place of the other advice's; their ends are the same.
 *
 * <p>The guard puts only values into the array that the parameters take: a cast stands before each,
 * and a failing one would be the application's. It never gives a result in the method's place.
 *
 * @see ObjectResultAdvice
 */
final class ArgumentsAdvice {

  private ArgumentsAdvice() {}

  @Advice.OnMethodEnter
  @SuppressWarnings("UnusedAssignment") // Byte Buddy makes it the assignment of all parameters.
  static @Nullable Object enter(
      @Advice.Origin Class<?> owner,
      @GuardIndex int index,
      @Advice.This(optional = true) @Nullable Object self,
      @Advice.AllArguments(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object[] arguments) {
    Object[] changeable = arguments;
    Object verdict = Hook.enter(owner, index, self, changeable);
    arguments = changeable;
    return verdict;
  }
}
