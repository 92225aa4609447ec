package io.loopsentinel.engine.outcome.pattern;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

/** Reads tables of outcomes: lines of columns, with comments that give the reasons. */
public final class TableFile {

  /** The gap between columns, at least two blanks. The last column may contain it, too. */
  private static final Pattern GAP = Pattern.compile(" {2,}");

  private TableFile() {}

  /**
   * Returns the rows of a table.
   *
   * @param name the name of a resource under {@code /outcome}
   */
  public static List<List<String>> read(String name, int columns) {
    return text(name)
        .lines()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .map(line -> row(line, name, columns))
        .toList();
  }

  private static List<String> row(String line, String name, int columns) {
    List<String> cells = List.of(GAP.split(line, columns));
    if (cells.size() != columns) {
      throw new IllegalStateException(name + ": expected " + columns + " columns in: " + line);
    }
    return cells;
  }

  private static String text(String name) {
    try (InputStream in = TableFile.class.getResourceAsStream("/outcome/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the agent's resource " + name, e);
    }
  }
}
