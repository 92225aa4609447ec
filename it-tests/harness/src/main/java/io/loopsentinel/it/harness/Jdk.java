package io.loopsentinel.it.harness;

import java.io.File;

/**
 * An installed JDK.
 *
 * @param feature its feature release, such as 17
 * @param home its installation folder
 */
public record Jdk(int feature, File home) {

  /** Returns its {@code java} command. */
  public File java() {
    return new File(home, File.separatorChar == '\\' ? "bin\\java.exe" : "bin/java");
  }

  @Override
  public String toString() {
    return "JDK " + feature;
  }
}
