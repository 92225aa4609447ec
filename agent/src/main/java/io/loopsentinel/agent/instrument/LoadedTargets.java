package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.telemetry.AgentLog;
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

  private final Instrumentation instrumentation;
  private final TargetIndex index;
  private final AgentLog log;

  LoadedTargets(Instrumentation instrumentation, TargetIndex index, AgentLog log) {
    this.instrumentation = instrumentation;
    this.index = index;
    this.log = log;
  }

  /** Sends the classes that may have targets through the transformer once more. */
  void retransform() {
    List<Class<?>> classes = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (type.getClassLoader() != null
          && mayMatch(type)
          && instrumentation.isModifiableClass(type)) {
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
    return index.names(name)
        || (index.isInOpenPackages(name)
            && (isSubtype(type) || (index.seeksAnnotations() && holdsText(type, name))));
  }

  private boolean isSubtype(Class<?> type) {
    return !index.supertypes().isEmpty()
        && !Collections.disjoint(index.supertypes(), Supertypes.of(type));
  }

  /** Reads the class file: reflection would load the classes that the annotations name. */
  private boolean holdsText(Class<?> type, String name) {
    byte[] file = ClassFiles.bytes(name, type.getClassLoader());
    return file != null && index.mayMatch(name, file);
  }

  private void retransform(List<Class<?>> batch) {
    try {
      instrumentation.retransformClasses(batch.toArray(Class<?>[]::new));
    } catch (Exception | LinkageError | InternalError e) {
      // One bad class (another agent's work, mostly) fails all of its batch.
      if (batch.size() > 1) {
        batch.forEach(type -> retransform(List.of(type)));
      } else {
        log.warn("cannot guard " + batch.get(0).getName() + ", which is loaded already: " + e);
      }
    }
  }
}
