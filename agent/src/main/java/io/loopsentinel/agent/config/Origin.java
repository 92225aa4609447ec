package io.loopsentinel.agent.config;

/**
 * Where a setting was written.
 *
 * @param source a file's path, or "agent argument", "system property NAME", "environment variable
 *     NAME", "profile NAME"
 * @param line from 1; 0 where the source has no lines
 * @param column from 1; 0 where the source has no columns
 */
public record Origin(String source, int line, int column) {

  /** Returns the place that lies some characters further on in the same line. */
  public Origin shifted(int characters) {
    return line == 0 ? this : new Origin(source, line, column + characters);
  }

  @Override
  public String toString() {
    return line == 0 ? source : source + ":" + line + ":" + column;
  }
}
