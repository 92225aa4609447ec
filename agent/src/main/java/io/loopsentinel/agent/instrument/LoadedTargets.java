package io.loopsentinel.agent.instrument;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Guards target methods of classes that were loaded before the agent came. */
final class LoadedTargets {

  /**
   * Classes rewritten at a time. All threads of the application stand still meanwhile, so there is
   * time for them in between.
   */
  private static final int BATCH = 10;

  /** What starts the agent, and what it shows the application, is loaded as the application is. */
  private static final List<String> OWN =
      List.of("io.loopsentinel.launch.", "io.loopsentinel.hook.", "io.loopsentinel.ToolLoopError");

  private final Instrumentation instrumentation;
  private final List<Class<?>> ofApplication = new ArrayList<>();

  LoadedTargets(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (isOfApplication(type)) {
        ofApplication.add(type);
      }
    }
  }

  /** Whether a class is one of the application, with a class file. */
  static boolean isOfApplication(Class<?> type) {
    if (!TargetTransformer.isOfApplication(type.getClassLoader())
        || type.isArray()
        || type.isHidden()) {
      return false;
    }
    for (String own : OWN) {
      // The name of a class is made when it is first asked for: not for the thousand of the JDK.
      if (type.getName().startsWith(own)) {
        return false;
      }
    }
    return true;
  }

  /** Whether a class is loaded. */
  boolean have(String internalName) {
    for (Class<?> type : ofApplication) {
      if (type.getName().replace('.', '/').equals(internalName)) {
        return true;
      }
    }
    return false;
  }

  /** Sends the classes that may have targets through the transformer once more. */
  void retransform(TargetFilter filter, TargetTransformer transformer) {
    List<Class<?>> classes = new ArrayList<>();
    for (Class<?> type : ofApplication) {
      if (filter.mayMatch(type) && instrumentation.isModifiableClass(type)) {
        classes.add(type);
      }
    }
    for (int from = 0; from < classes.size(); from += BATCH) {
      retransform(
          instrumentation,
          classes.subList(from, Math.min(classes.size(), from + BATCH)),
          (type, failure) ->
              transformer.warn(
                  "cannot guard " + type.getName() + ", which is loaded already: " + failure));
    }
  }

  /**
   * Sends classes through all transformers, at once if that can be.
   *
   * @param failed told of those of which it cannot
   */
  static void retransform(
      Instrumentation instrumentation,
      List<Class<?>> classes,
      BiConsumer<Class<?>, Throwable> failed) {
    try {
      instrumentation.retransformClasses(classes.toArray(new Class<?>[0]));
    } catch (Exception | LinkageError | InternalError e) {
      // One bad class (another agent's work, mostly) fails all of them.
      if (classes.size() == 1) {
        failed.accept(classes.get(0), e);
      } else {
        classes.forEach(type -> retransform(instrumentation, List.of(type), failed));
      }
    }
  }
}
