package io.loopsentinel.it.harness;

import java.io.File;

/** The files of this project. */
public final class Repository {

  private Repository() {}

  /** Returns a file by its path from the root of the project. */
  public static File file(String path) {
    File folder = new File("").getAbsoluteFile();
    while (folder != null && !new File(folder, path).exists()) {
      folder = folder.getParentFile();
    }
    if (folder == null) {
      throw new IllegalStateException("No " + path + " above " + new File("").getAbsolutePath());
    }
    return new File(folder, path);
  }
}
