package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.TargetSpec;
import java.util.Map;

/** Says which methods of a class that is about to be loaded are to be watched. */
@FunctionalInterface
public interface TargetProposer {

  /**
   * Looks at a class file. Called inside the application's class loading, on any thread: it must
   * load no class of the application.
   *
   * @param loader loads the class
   * @param type its internal name
   * @return the targets, by the method's name followed by its descriptor
   */
  Map<String, TargetSpec> propose(ClassLoader loader, String type, byte[] file);
}
