package io.loopsentinel.it.jvm.program;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What each method of the agent asks at its entry, where {@link FaultAgent} has rewritten it:
 * whether it is to throw. On the bootstrap class path, so that the agent's class loader finds it.
 */
public final class Faults {

  private static volatile @Nullable Thread watched;
  private static @Nullable Set<String> recorded;
  private static @Nullable String armed;
  private static @Nullable Throwable fault;

  private Faults() {}

  /** Called at the entry of a method of the agent. */
  public static void enter(String method) {
    if (Thread.currentThread() != watched) {
      return;
    }
    if (recorded != null) {
      recorded.add(method);
    }
    Throwable due = fault;
    if (due != null && method.equals(armed)) {
      fault = null;
      Faults.<RuntimeException>raise(due);
    }
  }

  /** Begins to note the methods that this thread enters. */
  public static Set<String> record() {
    Set<String> methods = new LinkedHashSet<>();
    recorded = methods;
    watched = Thread.currentThread();
    return methods;
  }

  /** Makes a method throw when this thread enters it next. */
  public static void arm(String method, Throwable thrown) {
    recorded = null;
    armed = method;
    fault = thrown;
    watched = Thread.currentThread();
  }

  /** Lets all methods run; returns whether the one that was to throw has done so. */
  public static boolean disarm() {
    boolean thrown = fault == null;
    fault = null;
    recorded = null;
    watched = null;
    return thrown;
  }

  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  private static <T extends Throwable> void raise(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
