package io.loopsentinel.agent.instrument;

import java.lang.instrument.Instrumentation;
import java.util.List;
import java.util.function.BiConsumer;

/** The classes of the application that were loaded before the agent came. */
final class LoadedTargets {

  /** What starts the agent, and what it shows the application, is loaded as the application is. */
  private static final List<String> OWN =
      List.of("io.loopsentinel.launch.", "io.loopsentinel.hook.", "io.loopsentinel.ToolLoopError");

  private LoadedTargets() {}

  /** Whether a class is one of the application, with a class file. */
  static boolean isOfApplication(Class<?> type) {
    // The name of a class is made when it is first asked for: not for the thousand of the JDK.
    boolean other =
        !TargetTransformer.isOfApplication(type.getClassLoader())
            || type.isArray()
            || type.isHidden();
    for (int i = 0; i < OWN.size() && !other; i++) {
      other = type.getName().startsWith(OWN.get(i));
    }
    return !other;
  }

  /**
   * Sends classes through all transformers, at once if that can be: for each time the JVM stops all
   * threads and looks at all classes.
   *
   * @param failed told of those of which it cannot
   */
  static void retransform(
      Instrumentation instrumentation,
      BiConsumer<Class<?>, Throwable> failed,
      Class<?>... classes) {
    try {
      instrumentation.retransformClasses(classes);
    } catch (Exception | LinkageError | InternalError e) {
      // One bad class (another agent's work, mostly) fails all of them.
      if (classes.length == 1) {
        failed.accept(classes[0], e);
      } else {
        List.of(classes).forEach(type -> retransform(instrumentation, failed, type));
      }
    }
  }
}
