package io.loopsentinel.agent.instrument;

import io.loopsentinel.hook.Hook;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Optional;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/**
 * What Byte Buddy copies into guarded methods, by what they return and may be changed in.
 *
 * <p>Never called as it stands: {@link HookWriter} has its instructions copied, with the name of
 * the hook in the place of {@link Hook}.
 */
@SuppressWarnings({"UnusedVariable", "NullAway", "ReferenceEquality"}) // Byte Buddy fills them in.
final class GuardAdvice {

  private GuardAdvice() {}

  /** Stands for the site of the method, see {@link MatchedMethod#site}. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Site {}

  /** Stands for the type that the method returns. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface ReturnType {}

  /**
   * Of a method that returns an object: it does not run where the verdict is an {@link Optional},
   * which has the result, and any other result may be replaced. One that the method cannot return
   * stays away: the method returns what it would have.
   */
  static final class OfObject {
    @Advice.OnMethodEnter(skipOn = Optional.class)
    static Object enter(
        @Advice.Origin Class<?> owner,
        @Site String site,
        @Advice.This(optional = true) Object self,
        @Advice.AllArguments Object[] arguments) {
      return Hook.enter(owner, site, self, arguments);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Enter Object verdict,
        @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object returned,
        @Advice.Thrown Throwable thrown,
        @ReturnType Class<?> type) {
      Object result = Hook.exit(verdict, returned, thrown);
      if (result != returned && (result == null || type.isInstance(result))) {
        returned = result;
      }
    }
  }

  /** Of any other method: its result cannot carry a message, so it always runs. */
  static final class OfOther {
    @Advice.OnMethodEnter
    static Object enter(
        @Advice.Origin Class<?> owner,
        @Site String site,
        @Advice.This(optional = true) Object self,
        @Advice.AllArguments Object[] arguments) {
      return Hook.enter(owner, site, self, arguments);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Enter Object verdict,
        @Advice.Return(typing = Assigner.Typing.DYNAMIC) Object returned,
        @Advice.Thrown Throwable thrown) {
      if (verdict != null) {
        Hook.exit(verdict, returned, thrown);
      }
    }
  }

  /**
   * Of a method whose guard may change what it is called with; then it gives no result. It puts
   * only values into the array that the parameters take.
   */
  static final class ChangingArguments {
    @Advice.OnMethodEnter
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
}
