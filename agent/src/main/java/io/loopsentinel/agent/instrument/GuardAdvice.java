package io.loopsentinel.agent.instrument;

import io.loopsentinel.hook.Hook;
import io.loopsentinel.targets.match.MatchedMethod;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Optional;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/**
 * The advice that Byte Buddy copies into guarded methods.
 *
 * <p>Never called: {@link HookWriter} copies its instructions, with the name of the installed hook
 * instead of {@link Hook}.
 */
@SuppressWarnings({"UnusedVariable", "NullAway"}) // Byte Buddy sets them.
final class GuardAdvice {

  private GuardAdvice() {}

  /** The site of the method, see {@link MatchedMethod#site}. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Site {}

  @Retention(RetentionPolicy.RUNTIME)
  @interface ReturnType {}

  /** Entry. If the verdict is an {@link Optional}, the method is skipped and returns its value. */
  static final class Enter {
    @Advice.OnMethodEnter(skipOn = Optional.class)
    static Object enter(
        @Advice.Origin Class<?> owner,
        @Site String site,
        @Advice.This(optional = true) Object self,
        @Advice.AllArguments Object[] arguments) {
      return Hook.enter(owner, site, self, arguments);
    }
  }

  /**
   * Entry of a method whose guard may change the arguments. The guard puts only values of the
   * parameter types into the array.
   */
  static final class EnterChangingArguments {
    @Advice.OnMethodEnter(skipOn = Optional.class)
    static Object enter(
        @Advice.Origin Class<?> owner,
        @Site String site,
        @Advice.This(optional = true) Object self,
        @Advice.AllArguments(readOnly = false, typing = Assigner.Typing.DYNAMIC)
            Object[] arguments) {
      Object[] changed = arguments;
      Object verdict = Hook.enter(owner, site, self, changed);
      arguments = changed;
      return verdict;
    }
  }

  /**
   * Exit of a {@code void} method whose guard may pass the exception to a handler. If the guard
   * returns an {@link Optional}, the method returns normally.
   */
  static final class ExitHandingOver {
    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Enter Object verdict,
        @Advice.Return(typing = Assigner.Typing.DYNAMIC) Object returned,
        @Advice.Thrown(readOnly = false) Throwable thrown) {
      if (Hook.exit(verdict, returned, thrown) instanceof Optional) {
        thrown = null;
      }
    }
  }

  /**
   * Exit. The guard may replace the result with an object of the return type, and an exception with
   * an {@link Optional} of such an object.
   */
  static final class Exit {
    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Enter Object verdict,
        @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object returned,
        @Advice.Thrown(readOnly = false) Throwable thrown,
        @ReturnType Class<?> type) {
      Object result = Hook.exit(verdict, returned, thrown);
      if (thrown != null) {
        result = result instanceof Optional ? ((Optional<?>) result).orElse(null) : null;
      }
      if (type.isInstance(result)) {
        returned = result;
        thrown = null;
      }
    }
  }
}
