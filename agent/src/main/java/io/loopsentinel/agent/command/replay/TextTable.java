package io.loopsentinel.agent.command.replay;

import java.util.ArrayList;
import java.util.List;

/**
 * Rows of text in aligned columns: to the right, or to the left where the column's head begins with
 * {@code <}.
 *
 * <p>A column's head may have several lines; they are set so that the last ones stand side by side.
 * Pure ASCII, since a terminal's encoding cannot be relied on.
 */
final class TextTable {

  private static final String GAP = "  ";

  private static final String LEFT = "<";

  private final List<Boolean> left = new ArrayList<>();
  private final List<String[]> heads = new ArrayList<>();
  private final List<List<String>> rows = new ArrayList<>();
  private final List<Integer> rules = new ArrayList<>();

  /**
   * Creates a table.
   *
   * @param columns the heads, their lines separated by line feeds
   */
  TextTable(String... columns) {
    for (String column : columns) {
      boolean toLeft = column.startsWith(LEFT);
      left.add(toLeft);
      heads.add((toLeft ? column.substring(LEFT.length()) : column).split("\n", -1));
    }
  }

  /** Adds a row with as many cells as there are columns. */
  TextTable row(String... cells) {
    return row(List.of(cells));
  }

  /** Adds a row with as many cells as there are columns. */
  TextTable row(List<String> cells) {
    if (cells.size() != heads.size()) {
      throw new IllegalArgumentException(cells.size() + " cells for " + heads.size() + " columns");
    }
    rows.add(List.copyOf(cells));
    return this;
  }

  /** Draws a line before the next row. */
  TextTable rule() {
    rules.add(rows.size());
    return this;
  }

  /** Returns the table; every line ends in a line feed, none in a blank. */
  @Override
  public String toString() {
    int[] widths = widths();
    StringBuilder text = new StringBuilder();
    int headLines = heads.stream().mapToInt(head -> head.length).max().orElse(0);
    for (int line = 0; line < headLines; line++) {
      List<String> cells = new ArrayList<>();
      for (String[] head : heads) {
        int at = line - (headLines - head.length);
        cells.add(at < 0 ? "" : head[at]);
      }
      append(text, cells, widths);
    }
    ruler(text, widths);
    for (int i = 0; i < rows.size(); i++) {
      if (rules.contains(i)) {
        ruler(text, widths);
      }
      append(text, rows.get(i), widths);
    }
    return text.toString();
  }

  private int[] widths() {
    int[] widths = new int[heads.size()];
    for (int column = 0; column < widths.length; column++) {
      for (String line : heads.get(column)) {
        widths[column] = Math.max(widths[column], line.length());
      }
      for (List<String> row : rows) {
        widths[column] = Math.max(widths[column], row.get(column).length());
      }
    }
    return widths;
  }

  private void append(StringBuilder text, List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = cells.get(column);
      String space = " ".repeat(widths[column] - cell.length());
      line.append(column == 0 ? "" : GAP).append(left.get(column) ? cell + space : space + cell);
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  private static void ruler(StringBuilder text, int[] widths) {
    int width = GAP.length() * (widths.length - 1);
    for (int each : widths) {
      width += each;
    }
    text.append("-".repeat(width)).append('\n');
  }
}
