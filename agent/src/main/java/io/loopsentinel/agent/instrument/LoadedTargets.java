package io.loopsentinel.agent.instrument;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.List;

/** Guards target methods of classes that were loaded before the agent came. */
final class LoadedTargets {

  /**
   * Classes rewritten at a time. All threads of the application stand still meanwhile, so there is
   * time for them in between.
   */
  private static final int BATCH = 10;

  /** What the agent itself has begun with. */
  private static final String OWN = "io.loopsentinel.launch.";

  private final Instrumentation instrumentation;
  private final List<Class<?>> ofApplication = new ArrayList<>();

  LoadedTargets(Instrumentation instrumentation) {
    this.instrumentation = instrumentation;
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      // The name of a class is made when it is first asked for: not for the thousand of the JDK.
      if (TargetTransformer.isOfApplication(type.getClassLoader())
          && !type.isArray()
          && !type.isHidden()
          && !type.getName().startsWith(OWN)) {
        ofApplication.add(type);
      }
    }
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
      retransform(classes.subList(from, Math.min(classes.size(), from + BATCH)), transformer);
    }
  }

  private void retransform(List<Class<?>> batch, TargetTransformer transformer) {
    try {
      instrumentation.retransformClasses(batch.toArray(new Class<?>[0]));
    } catch (Exception | LinkageError | InternalError e) {
      // One bad class (another agent's work, mostly) fails all of its batch.
      if (batch.size() > 1) {
        batch.forEach(type -> retransform(List.of(type), transformer));
      } else {
        transformer.warn(
            "cannot guard " + batch.get(0).getName() + ", which is loaded already: " + e);
      }
    }
  }
}
