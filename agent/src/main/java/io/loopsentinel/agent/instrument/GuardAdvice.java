package io.loopsentinel.agent.instrument;

import io.loopsentinel.hook.Hook;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.Optional;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/**
 * What Byte Buddy copies into guarded methods.
 *
 * <p>Never called as it stands: {@link HookWriter} has its instructions copied, with the name of
 * the hook in the place of {@link Hook}.
 */
@SuppressWarnings({"UnusedVariable", "NullAway"}) // Byte Buddy fills them in.
final class GuardAdvice {

  private GuardAdvice() {}

  /** Stands for the site of the method, see {@link MatchedMethod#site}. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Site {}

  @Retention(RetentionPolicy.RUNTIME)
  @interface ReturnType {}

  /** Before the method: it does not run where the verdict is an {@link Optional}, its result. */
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
   * The same for a method whose guard may change what it is called with; it puts only values into
   * the array that the parameters take.
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
   * After a method that returns nothing, and whose guard may hand over what was thrown: the method
   * then returns as if it had ended well, which an {@link Optional} from the guard says.
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

  /** After the method: its result may be replaced by an object that it can return. */
  static final class Exit {
    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(
        @Advice.Enter Object verdict,
        @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object returned,
        @Advice.Thrown Throwable thrown,
        @ReturnType Class<?> type) {
      Object result = Hook.exit(verdict, returned, thrown);
      if (type.isInstance(result)) {
        returned = result;
      }
    }
  }
}
