package io.loopsentinel.agent.expression;

import java.lang.invoke.MethodHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A linked step of a path; immutable. */
interface StepEvaluator {

  /**
   * Takes the step.
   *
   * @param value what is left of the step, never {@code null}
   */
  @Nullable Object apply(Object value, Environment environment) throws Throwable;

  /** Reads a property, or calls a method without arguments, through {@code (Object)Object}. */
  record Read(MemberHandle handle) implements StepEvaluator {

    @Override
    public @Nullable Object apply(Object value, Environment environment) throws Throwable {
      return (Object) handle.get().invokeExact(value);
    }
  }

  /** Reads what the value's class turns out to have. */
  record RuntimeRead(RuntimeMembers members, Place place) implements StepEvaluator {

    @Override
    public @Nullable Object apply(Object value, Environment environment) throws Throwable {
      return (Object) members.handle(value, place).invokeExact(value);
    }
  }

  /** Calls through a handle {@code (Object[])Object} that takes the receiver first. */
  record Call(MemberHandle handle, List<Evaluator> arguments) implements StepEvaluator {

    @Override
    public @Nullable Object apply(Object value, Environment environment) throws Throwable {
      return (Object) handle.get().invokeExact(Invocation.arguments(value, arguments, environment));
    }
  }

  /** Calls what the value's class turns out to have. */
  record RuntimeCall(RuntimeMembers members, List<Evaluator> arguments, Place place)
      implements StepEvaluator {

    @Override
    public @Nullable Object apply(Object value, Environment environment) throws Throwable {
      MethodHandle handle = members.handle(value, place);
      return (Object) handle.invokeExact(Invocation.arguments(value, arguments, environment));
    }
  }
}
