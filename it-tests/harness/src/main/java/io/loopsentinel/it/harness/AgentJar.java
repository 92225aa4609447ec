package io.loopsentinel.it.harness;

import java.io.File;

/** The agent jar under test. */
public final class AgentJar {

  private static final String PROPERTY = "loopsentinel.jar";

  private AgentJar() {}

  /**
   * Returns the jar that the system property {@code loopsentinel.jar} names.
   *
   * @throws IllegalStateException if the property is not set, or no such file exists
   */
  public static File file() {
    String path = System.getProperty(PROPERTY);
    if (path == null) {
      throw new IllegalStateException(
          "System property "
              + PROPERTY
              + " is not set. Maven sets it; elsewhere name the agent's jar with -D"
              + PROPERTY
              + "=<file>.");
    }
    File jar = new File(path);
    if (!jar.isFile()) {
      throw new IllegalStateException(
          "No agent jar at "
              + jar.getAbsolutePath()
              + ". Build it first: mvn -pl agent -am package");
    }
    return jar.getAbsoluteFile();
  }
}
