package io.loopsentinel.targets.yaml;

/**
 * The place where a setting is written.
 *
 * @param source a file's path, or "agent argument", "system property NAME", "environment variable
 *     NAME", "profile NAME"
 * @param line from 1; 0 if the source has no lines
 * @param column from 1; 0 if the source has no columns
 */
public record Origin(String source, int line, int column) {

  /** Returns the origin that many characters further to the right. */
  public Origin shifted(int characters) {
    return line == 0 ? this : new Origin(source, line, column + characters);
  }

  @Override
  public String toString() {
    return line == 0 ? source : source + ":" + line + ":" + column;
  }
}
