package io.loopsentinel.agent.instrument;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.Collections;
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
  private final TargetTransformer transformer;
  private final TargetFilter filter;
  private final List<Class<?>> ofApplication = new ArrayList<>();
  private boolean starts;

  LoadedTargets(Instrumentation instrumentation, TargetTransformer transformer) {
    this.instrumentation = instrumentation;
    this.transformer = transformer;
    this.filter = transformer.filter();
    Module management = ModuleLayer.boot().findModule("java.management").orElse(null);
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      // The name of a class is made when it is first asked for: not for the thousand of the JDK.
      if (TargetTransformer.isOfApplication(type.getClassLoader())
          && !type.getName().startsWith(OWN)) {
        ofApplication.add(type);
        starts |= type.getName().replace('.', '/').equals(TargetTransformer.API);
      } else if (type.getModule() == management) {
        starts |= type.getName().replace('.', '/').equals(TargetTransformer.PLATFORM_SERVER);
      }
    }
  }

  /** Whether a class is loaded that shows that the guard has to be started at once. */
  boolean startGuard() {
    return starts;
  }

  /** Sends the classes that may have targets through the transformer once more. */
  void retransform() {
    List<Class<?>> classes = new ArrayList<>();
    for (Class<?> type : ofApplication) {
      if (mayMatch(type) && instrumentation.isModifiableClass(type)) {
        classes.add(type);
      }
    }
    for (int from = 0; from < classes.size(); from += BATCH) {
      retransform(classes.subList(from, Math.min(classes.size(), from + BATCH)));
    }
  }

  private boolean mayMatch(Class<?> type) {
    if (type.isArray() || type.isHidden()) {
      return false;
    }
    String name = type.getName().replace('.', '/');
    return filter.names(name)
        || (filter.isInOpenPackages(name)
            && (isSubtype(type) || (filter.seeksAnnotations() && holdsText(type, name))));
  }

  private boolean isSubtype(Class<?> type) {
    return !filter.supertypes().isEmpty()
        && !Collections.disjoint(filter.supertypes(), Supertypes.of(type));
  }

  /** Reads the class file: reflection would load the classes that the annotations name. */
  private boolean holdsText(Class<?> type, String name) {
    byte[] file = ClassFiles.bytes(name, type.getClassLoader());
    return file != null && filter.mayMatch(name, file);
  }

  private void retransform(List<Class<?>> batch) {
    try {
      instrumentation.retransformClasses(batch.toArray(Class<?>[]::new));
    } catch (Exception | LinkageError | InternalError e) {
      // One bad class (another agent's work, mostly) fails all of its batch.
      if (batch.size() > 1) {
        batch.forEach(type -> retransform(List.of(type)));
      } else {
        transformer.warn(
            "cannot guard " + batch.get(0).getName() + ", which is loaded already: " + e);
      }
    }
  }
}
