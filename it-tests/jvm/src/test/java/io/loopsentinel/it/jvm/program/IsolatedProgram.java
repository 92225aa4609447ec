package io.loopsentinel.it.jvm.program;

import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.TimeUnit;

/** Runs the looping program in a class loader of its own, then drops the loader. */
public final class IsolatedProgram {

  private IsolatedProgram() {}

  /** Takes the arguments of the looping program; ends with 3 if the loader cannot be collected. */
  public static void main(String[] args) throws Exception {
    WeakReference<ClassLoader> loader = run(args);
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    while (loader.get() != null && System.nanoTime() < deadline) {
      System.gc();
      Thread.onSpinWait();
    }
    System.out.println(loader.get() == null ? "collected" : "still there");
  }

  private static WeakReference<ClassLoader> run(String[] args) throws ReflectiveOperationException {
    IsolatingLoader loader = new IsolatingLoader();
    try {
      Class.forName(LoopingProgram.class.getName(), true, loader)
          .getMethod("main", String[].class)
          .invoke(null, (Object) args);
    } catch (InvocationTargetException e) {
      System.out.println("failed: " + e.getCause());
    }
    return new WeakReference<>(loader);
  }
}
