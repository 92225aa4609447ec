package io.loopsentinel.agent.instrument;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Finds the loaded classes of the application, and retransforms classes. */
final class LoadedClasses {

  private static final int FIRST_RELEASE_KEEPING_PARAMETERS = 19;

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
  private static final @Nullable ClassLoader AGENT = LoadedClasses.class.getClassLoader();

  private LoadedClasses() {}

  /** Returns whether a class loader belongs neither to the JDK nor to the agent. */
  static boolean isOfApplication(@Nullable ClassLoader loader) {
    return loader != null && loader != PLATFORM && loader != AGENT;
  }

  static boolean isOfApplication(Class<?> type) {
    // The launcher and the API are loaded by the application's loader. Names are tested last,
    // because getName creates the name on its first call; the JDK alone has a thousand classes.
    return isOfApplication(type.getClassLoader())
        && !type.isArray()
        && !type.isHidden()
        && !type.getName().startsWith("io.loopsentinel.launch.")
        && !type.getName().startsWith("io.loopsentinel.hook.")
        && !type.getName().startsWith("io.loopsentinel.ToolLoopError");
  }

  /** Returns the application's classes that match a predicate and can be retransformed. */
  static List<Class<?>> of(Instrumentation instrumentation, Predicate<Class<?>> chosen) {
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (isOfApplication(type) && chosen.test(type) && instrumentation.isModifiableClass(type)) {
        loaded.add(type);
      }
    }
    return loaded;
  }

  /**
   * Returns whether this JVM loses the parameter names of retransformed classes. Not in {@link
   * MethodParameters}, because that would load library classes at each start.
   */
  static boolean loseParameters() {
    return Runtime.version().feature() < FIRST_RELEASE_KEEPING_PARAMETERS;
  }

  /** Retransforms classes together, because the JVM stops all threads each time. */
  static void retransform(
      Instrumentation instrumentation,
      BiConsumer<Class<?>, Throwable> onFailure,
      Class<?>... classes) {
    try {
      instrumentation.retransformClasses(classes);
    } catch (Exception | LinkageError | InternalError e) {
      // One bad class, usually changed by another agent, fails all, so each is tried alone.
      if (classes.length == 1) {
        onFailure.accept(classes[0], e);
      } else {
        List.of(classes).forEach(type -> retransform(instrumentation, onFailure, type));
      }
    }
  }
}
