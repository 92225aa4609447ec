package io.loopsentinel.agent.command.check;

import io.loopsentinel.agent.command.classpath.ClassFileSink;
import io.loopsentinel.agent.instrument.ClassPathLoader;
import java.util.function.Consumer;

/** Takes the class files of a class path in, to be matched and loaded. */
final class CollectedClasses implements ClassFileSink {

  private final ClassPathLoader loader = new ClassPathLoader();
  private final Consumer<String> complaints;

  /**
   * Creates an empty collection.
   *
   * @param complaints told once of each file that cannot be read, with the reason
   */
  CollectedClasses(Consumer<String> complaints) {
    this.complaints = complaints;
  }

  ClassPathLoader loader() {
    return loader;
  }

  @Override
  public void accept(String path, byte[] file) {
    try {
      loader.add(file);
    } catch (RuntimeException e) {
      unreadable(path, "is no class file that can be read: " + e);
    }
  }

  @Override
  public void unreadable(String path, String reason) {
    complaints.accept(path + ": skipped: " + reason);
  }
}
