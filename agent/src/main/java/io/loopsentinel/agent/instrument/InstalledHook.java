package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.guard.RunCarrier;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The copy of {@link io.loopsentinel.hook.Hook} that the boot loader has.
 *
 * @param type the class, under whatever name
 */
record InstalledHook(Class<?> type) {

  /** Returns the name by which instrumented code calls it ({@code a/b/C}). */
  String internalName() {
    return type.getName().replace('.', '/');
  }

  /** Whether it is where every class of the JDK can call it. */
  boolean isInJavaLang() {
    return type.getPackageName().equals("java.lang");
  }

  /** Connects it with the agent: from now on instrumented methods are guarded. */
  void connect(GuardTable guards, Consumer<Throwable> failures)
      throws ReflectiveOperationException {
    type.getMethod("connect", ClassValue.class, Consumer.class).invoke(null, guards, failures);
  }

  /** Has instrumented methods ask their guards, or run as if they had none. */
  void setEnabled(boolean enabled) throws ReflectiveOperationException {
    type.getMethod("setEnabled", boolean.class).invoke(null, enabled);
  }

  /** Connects it with what answers the application. */
  void connectApi(BiFunction<String, @Nullable Object, @Nullable Object> api)
      throws ReflectiveOperationException {
    type.getMethod("connectApi", BiFunction.class).invoke(null, api);
  }

  /** Connects it with what carries runs from thread to thread. */
  void connectRuns(RunCarrier carrier) throws ReflectiveOperationException {
    Consumer<Object> handOver = carrier::handOver;
    Function<Object, Runnable> begin = carrier::begin;
    Consumer<Object> beforeRun = carrier::beforeRun;
    BiFunction<Object, Class<?>, Object> carry = carrier::carry;
    Runnable leave = carrier::leave;
    type.getMethod(
            "connectRuns",
            Consumer.class,
            Function.class,
            Consumer.class,
            BiFunction.class,
            Runnable.class)
        .invoke(null, handOver, begin, beforeRun, carry, leave);
  }
}
