package io.loopsentinel.agent.command.replay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table with a row for each value, in columns that are set to the left or to the right.
 *
 * <p>A column's head may have several lines; they are set so that the last ones stand side by side.
 * Pure ASCII, since a terminal's encoding cannot be relied on.
 */
final class TextTable<T> {

  private final List<Column<T>> columns = new ArrayList<>();

  private record Column<T>(List<String> head, String alignment, Function<T, String> cell) {

    /** Returns a line of the head, counted from its end. */
    String head(int fromEnd) {
      return head.size() < fromEnd ? "" : head.get(head.size() - fromEnd);
    }
  }

  TextTable<T> left(String head, Function<T, String> cell) {
    columns.add(new Column<>(head.lines().toList(), "-", cell));
    return this;
  }

  TextTable<T> right(String head, Function<T, String> cell) {
    columns.add(new Column<>(head.lines().toList(), "", cell));
    return this;
  }

  TextTable<T> count(String head, ToLongFunction<T> count) {
    return right(head, row -> Numbers.count(count.applyAsLong(row)));
  }

  /**
   * Returns the text; every line ends in a line feed, none in a blank.
   *
   * @param below further rows, below a line
   */
  String of(List<T> rows, List<T> below) {
    int height = columns.stream().mapToInt(column -> column.head().size()).max().orElse(0);
    List<List<String>> heads =
        IntStream.range(0, height).mapToObj(i -> cells(column -> column.head(height - i))).toList();
    List<List<String>> upper = rows.stream().map(this::cells).toList();
    List<List<String>> lower = below.stream().map(this::cells).toList();
    String format = format(Stream.of(heads, upper, lower).flatMap(List::stream).toList());
    String rule =
        format.formatted(Collections.nCopies(columns.size(), "").toArray()).replace(' ', '-')
            + "\n";
    return text(format, heads)
        + rule
        + text(format, upper)
        + (lower.isEmpty() ? "" : rule + text(format, lower));
  }

  private List<String> cells(T row) {
    return cells(column -> column.cell().apply(row));
  }

  private List<String> cells(Function<Column<T>, String> cell) {
    return columns.stream().map(cell).toList();
  }

  /** Returns a format whose columns are as wide as their widest cell. */
  private String format(List<List<String>> lines) {
    return IntStream.range(0, columns.size())
        .mapToObj(
            i ->
                "%"
                    + columns.get(i).alignment()
                    + lines.stream().mapToInt(cells -> cells.get(i).length()).reduce(1, Math::max)
                    + "s")
        .collect(Collectors.joining("  "));
  }

  private static String text(String format, List<List<String>> lines) {
    return lines.stream()
        .map(cells -> format.formatted(cells.toArray()).stripTrailing() + "\n")
        .collect(Collectors.joining());
  }
}
