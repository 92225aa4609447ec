package io.loopsentinel.agent.instrument;

import java.io.IOException;
import net.bytebuddy.dynamic.ClassFileLocator;

/** The class files of advice, in which the hook has the name that the boot loader knows it by. */
final class AdviceFiles {

  private static final String HOOK = "io/loopsentinel/hook/Hook";

  private final ClassRenamer toInstalledHook;

  /**
   * Creates a source of class files.
   *
   * @param hook internal name under which the boot loader has the hook
   */
  AdviceFiles(String hook) {
    toInstalledHook = new ClassRenamer(HOOK, hook);
  }

  /** Returns a locator of an advice and of nothing else. */
  ClassFileLocator of(Class<?> advice) throws IOException {
    ClassFileLocator own = ClassFileLocator.ForClassLoader.of(advice.getClassLoader());
    byte[] renamed = toInstalledHook.rename(own.locate(advice.getName()).resolve());
    return ClassFileLocator.Simple.of(advice.getName(), renamed);
  }
}
