package io.loopsentinel.hook;

import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The one class that instrumented code calls, and the only way from there into the agent.
 *
 * <p>Rules of this class:
 *
 * <ul>
 *   <li>It names no type outside {@code java.base}. The agent defines a copy of it in {@code
 *       java.lang} under another name, so that every class loader finds it, those that delegate
 *       nothing but {@code java.*} included.
 *   <li>It never lets an error of the agent reach the application; only a verdict that is a {@link
 *       Throwable} leaves {@link #enter} as one.
 *   <li>Its names and descriptors are written into the application's methods: change them only
 *       together with the advice.
 * </ul>
 *
 * <p>A verdict is {@code null} (run the call), an {@link Optional} (do not run it, return this
 * value instead), a {@link Throwable} (do not run it, throw this), or a {@link BiFunction} (run the
 * call, then hand its outcome over and return what comes back).
 *
 * <p>Thread-safe: the guards are published once, before any method that calls the hook is defined.
 */
public final class Hook {

  private static volatile @Nullable ClassValue<BiFunction<Object, Object[], Object>[]> guards;
  private static volatile @Nullable Consumer<Throwable> failures;

  private Hook() {}

  /**
   * Connects the hook with the agent; called by the agent, once.
   *
   * @param guardsOfClass the guarded methods of a class, by the index that the advice passes
   * @param failureListener told of every error inside a guard; must be quick
   */
  public static void connect(
      ClassValue<BiFunction<Object, Object[], Object>[]> guardsOfClass,
      Consumer<Throwable> failureListener) {
    failures = failureListener;
    guards = guardsOfClass;
  }

  /** Whether an agent has already taken this hook; a second one has to stand back. */
  public static boolean isConnected() {
    return guards != null;
  }

  /**
   * Called at the start of a guarded method.
   *
   * @param owner the class that declares the method
   * @param index which of its guarded methods this is
   * @param self the receiver, {@code null} in a static method
   * @param arguments the method's arguments, a fresh array
   * @return the verdict, see above
   */
  public static @Nullable Object enter(
      Class<?> owner, int index, @Nullable Object self, Object[] arguments) {
    ClassValue<BiFunction<Object, Object[], Object>[]> current = guards;
    if (current == null) {
      return null;
    }
    Object verdict;
    try {
      verdict = current.get(owner)[index].apply(self, arguments);
    } catch (Throwable failure) {
      report(failure);
      return null;
    }
    if (verdict instanceof Throwable error) {
      Hook.<RuntimeException>throwUnchecked(error);
    }
    return verdict;
  }

  /**
   * Called at the end of a guarded method, skipped or run.
   *
   * @return what the method returns; the advice ignores it where the method threw
   */
  @SuppressWarnings("unchecked")
  public static @Nullable Object exit(
      @Nullable Object verdict, @Nullable Object returned, @Nullable Throwable thrown) {
    if (verdict == null) {
      return returned;
    }
    if (verdict instanceof Optional) {
      return ((Optional<Object>) verdict).orElse(null);
    }
    try {
      return ((BiFunction<Object, Throwable, Object>) verdict).apply(returned, thrown);
    } catch (Throwable failure) {
      report(failure);
      return returned;
    }
  }

  private static void report(Throwable failure) {
    try {
      Consumer<Throwable> listener = failures;
      if (listener != null) {
        listener.accept(failure);
      }
    } catch (Throwable ignored) {
      // The reporter itself failed (out of memory, stack overflow): the call matters more.
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void throwUnchecked(Throwable error) throws T {
    throw (T) error;
  }
}
