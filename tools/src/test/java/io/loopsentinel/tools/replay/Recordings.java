package io.loopsentinel.tools.replay;

import java.io.File;

/**
 * Recorded runs of agents. They are other people's data and not part of this repository: the system
 * property {@code recorded.runs} names their folder.
 */
final class Recordings {

  /** Why a test that needs the recordings does not run. */
  static final String MISSING = "there are no recorded runs at -Drecorded.runs";

  private static final File FOLDER = new File(System.getProperty("recorded.runs", "traces"));

  private Recordings() {}

  static boolean arePresent() {
    return FOLDER.isDirectory();
  }

  static File file(String name) {
    return new File(FOLDER, name);
  }
}
