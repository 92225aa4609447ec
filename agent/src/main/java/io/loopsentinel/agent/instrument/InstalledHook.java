package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.guard.RunCarrier;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The copy of {@link io.loopsentinel.hook.Hook} that the boot loader has.
 *
 * @param type the class, under whatever name
 * @param control calls its methods by their names
 */
record InstalledHook(Class<?> type, BiConsumer<String, Object[]> control) {

  /** Returns the hook that is a class. */
  @SuppressWarnings("unchecked")
  static InstalledHook of(Class<?> type) throws ReflectiveOperationException {
    Object control = type.getMethod("control").invoke(null);
    return new InstalledHook(type, (BiConsumer<String, Object[]>) control);
  }

  /** Returns the name by which instrumented code calls it ({@code a/b/C}). */
  String internalName() {
    return type.getName().replace('.', '/');
  }

  /** Whether it is where every class of the JDK can call it. */
  boolean isInJavaLang() {
    return type.getPackageName().equals("java.lang");
  }

  /** Connects it with the agent: from now on instrumented methods are guarded. */
  void connect(GuardTable guards, Consumer<Throwable> failures) {
    call("connect", guards, failures);
  }

  /** Has instrumented methods ask their guards, or run as if they had none. */
  void setEnabled(boolean enabled) {
    call("setEnabled", enabled);
  }

  /** Connects it with what answers the application. */
  void connectApi(BiFunction<String, @Nullable Object, @Nullable Object> api) {
    call("connectApi", api);
  }

  /** Connects it with what carries runs from thread to thread. */
  void connectRuns(RunCarrier carrier) {
    Consumer<Object> handOver = carrier::handOver;
    Function<Object, Runnable> begin = carrier::begin;
    Consumer<Object> beforeRun = carrier::beforeRun;
    BiFunction<Object, Class<?>, Object> carry = carrier::carry;
    Runnable leave = carrier::leave;
    call("connectRuns", handOver, begin, beforeRun, carry, leave);
  }

  private void call(String method, Object... arguments) {
    control.accept(method, arguments);
  }
}
