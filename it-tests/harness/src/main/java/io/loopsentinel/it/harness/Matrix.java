package io.loopsentinel.it.harness;

import java.util.Arrays;

/**
 * Which JDKs and versions of frameworks the tests run on: all of them with the Maven profile {@code
 * matrix}, else the JDK of the build and the newest version of each framework.
 */
public final class Matrix {

  static final String PROPERTY = "loopsentinel.matrix";

  /** Of {@link OnEachJdk#value}. */
  private static final int[] DEFAULT = {17, 25};

  private Matrix() {}

  /** Returns whether all versions are tested. */
  public static boolean isFull() {
    return Boolean.getBoolean(PROPERTY);
  }

  /**
   * Returns the JDKs that a test runs on.
   *
   * @param supported feature releases that the test is written for; where it is not for the JDK of
   *     the build, it runs on these all the same
   */
  static int[] jdks(int... supported) {
    int running = Jdks.running().feature();
    boolean coversRunning =
        Arrays.equals(supported, DEFAULT)
            || Arrays.stream(supported).anyMatch(feature -> feature == running);
    return !isFull() && coversRunning ? new int[] {running} : supported;
  }
}
