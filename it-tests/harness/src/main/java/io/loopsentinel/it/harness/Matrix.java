package io.loopsentinel.it.harness;

import java.util.Arrays;

/**
 * Which JDKs and versions of frameworks the tests run on.
 *
 * <p>By default that is the JDK of the build and the newest version of each framework. With the
 * Maven profile {@code matrix}, the newest version is tested on each JDK, and each older version on
 * the JDK of the build, as are most tests with {@link FullMatrix}: every JDK and every version is
 * tested, not every pair of them. What does not depend on the JDK is tested on one, and what does
 * not depend on the version on the {@link NewestVersion}.
 */
public final class Matrix {

  static final String PROPERTY = "loopsentinel.matrix";

  /** Set by the modules that test an older version of a framework. */
  static final String OLDER_VERSION = "loopsentinel.older.version";

  /** Set by modules whose programs run as they do for users in the full matrix. */
  private static final String FULLY_COMPILED = "loopsentinel.fully.compiled";

  /** Of {@link OnEachJdk#value}. */
  private static final int[] DEFAULT = {17, 25};

  private Matrix() {}

  /** Returns whether all versions are tested. */
  public static boolean isFull() {
    return Boolean.getBoolean(PROPERTY);
  }

  /**
   * Returns whether programs are started with a JVM option for a quick start. In the full matrix,
   * those of a module that says so run on the second JDK as they do for users.
   */
  static boolean startsQuickly(Jdk jdk) {
    return !isFull()
        || !Boolean.getBoolean(FULLY_COMPILED)
        || jdk.feature() == Jdks.running().feature();
  }

  /** Returns whether the tests of this module are for the newest version of their framework. */
  static boolean isNewestVersion() {
    return !Boolean.getBoolean(OLDER_VERSION);
  }

  /**
   * Returns the JDKs that a test runs on.
   *
   * @param each whether it runs on each of them, not only on the JDK of the build
   * @param supported feature releases that the test is written for; where it is not for the JDK of
   *     the build, it runs on these all the same
   */
  static int[] jdks(boolean each, int... supported) {
    int running = Jdks.running().feature();
    boolean coversRunning =
        Arrays.equals(supported, DEFAULT)
            || Arrays.stream(supported).anyMatch(feature -> feature == running);
    return !each && coversRunning ? new int[] {running} : supported;
  }
}
