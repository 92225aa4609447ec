package io.loopsentinel.agent.guard.call;

import java.util.Optional;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The action of a rewritten method on a call. Without a verdict, the call runs unguarded. */
public sealed interface Verdict {

  /**
   * Returns this verdict in the types of the JDK that {@link io.loopsentinel.hook.Hook} reads.
   *
   * @throws IllegalStateException if it returns a value that is not of the method's type
   */
  Object forHook(Class<?> returnType);

  /** Carries out this verdict for a call that no hook has entered. */
  @Nullable Object carryOut(Body body) throws Throwable;

  @FunctionalInterface
  interface Body {

    /** Runs the method; its guard returns the verdict. */
    @Nullable Object run(Verdict verdict) throws Throwable;
  }

  /**
   * The call runs. This function gets the returned value or the exception. After a return, the
   * method returns the function's result. After an exception, it returns the value of the resulting
   * {@link Optional}, or rethrows the exception if the result is {@code null}.
   */
  @FunctionalInterface
  non-sealed interface Run
      extends Verdict, BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> {

    @Override
    default Object forHook(Class<?> returnType) {
      return this;
    }

    @Override
    default @Nullable Object carryOut(Body body) throws Throwable {
      return body.run(this);
    }
  }

  /** The call does not run, and the method returns a value instead. */
  record Return(@Nullable Object value) implements Verdict {

    /** Checks the type, because a mistake would be a ClassCastException in the application. */
    @Override
    public Object forHook(Class<?> returnType) {
      if ((returnType.isPrimitive() && returnType != void.class)
          || (value != null && !returnType.isInstance(value))) {
        throw new IllegalStateException(
            "the synthetic result is not a " + returnType.getName() + ", which the method returns");
      }
      return toOptional();
    }

    /** Returns the value as a hook reads it at the end of a call that has thrown. */
    public Optional<Object> toOptional() {
      return Optional.ofNullable(value);
    }

    @Override
    public @Nullable Object carryOut(Body body) {
      return value;
    }
  }

  /** The call does not run, and the method throws. */
  record Throw(Throwable error) implements Verdict {

    @Override
    public Object forHook(Class<?> returnType) {
      return error;
    }

    @Override
    public @Nullable Object carryOut(Body body) throws Throwable {
      throw error;
    }
  }
}
