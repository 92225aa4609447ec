package io.loopsentinel.tools.support;

import io.loopsentinel.targets.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A table with one row per value and left-aligned or right-aligned columns.
 *
 * <p>A column's head may have several lines; heads are aligned at their last lines. Pure ASCII,
 * because the encoding of a terminal cannot be relied on.
 */
public final class TextTable<T> {

  private static final List<String> RULE = List.of();

  private final List<Column<T>> columns = new ArrayList<>();

  private record Column<T>(List<String> head, String alignment, Function<T, String> cell) {}

  public TextTable<T> left(String head, Function<T, String> cell) {
    columns.add(new Column<>(head.lines().toList(), "-", cell));
    return this;
  }

  public TextTable<T> right(String head, Function<T, String> cell) {
    columns.add(new Column<>(head.lines().toList(), "", cell));
    return this;
  }

  public TextTable<T> count(String head, ToLongFunction<T> count) {
    return right(head, row -> Numbers.count(count.applyAsLong(row)));
  }

  /**
   * Returns the text of the table. Each line ends with a line feed, without trailing blanks.
   *
   * @param below further rows, below a rule
   */
  public String of(List<T> rows, List<T> below) {
    List<List<String>> lines = new ArrayList<>();
    int height = columns.stream().mapToInt(column -> column.head().size()).max().orElse(0);
    IntStream.range(0, height).forEach(i -> lines.add(cells(column -> head(column, height - i))));
    lines.add(RULE);
    rows.forEach(row -> lines.add(cells(column -> column.cell().apply(row))));
    if (!below.isEmpty()) {
      lines.add(RULE);
      below.forEach(row -> lines.add(cells(column -> column.cell().apply(row))));
    }
    String format =
        IntStream.range(0, columns.size())
            .mapToObj(i -> "%" + columns.get(i).alignment() + width(lines, i) + "s")
            .collect(Collectors.joining("  "));
    String rule = format.formatted(cells(column -> "").toArray()).replace(' ', '-');
    return lines.stream()
        .map(cells -> cells.isEmpty() ? rule : format.formatted(cells.toArray()).stripTrailing())
        .collect(Collectors.joining("\n", "", "\n"));
  }

  private static String head(Column<?> column, int fromEnd) {
    int size = column.head().size();
    return size < fromEnd ? "" : column.head().get(size - fromEnd);
  }

  private List<String> cells(Function<Column<T>, String> cell) {
    return columns.stream().map(cell).toList();
  }

  private static int width(List<List<String>> lines, int column) {
    return lines.stream()
        .filter(cells -> !cells.isEmpty())
        .mapToInt(cells -> cells.get(column).length())
        .reduce(1, Math::max);
  }
}
