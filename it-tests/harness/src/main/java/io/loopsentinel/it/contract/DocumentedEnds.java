package io.loopsentinel.it.contract;

import io.loopsentinel.it.harness.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;

/** The table "The end of a run" of {@code docs/frameworks.md}, for one framework. */
final class DocumentedEnds {

  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| (.+?)(?: (\\d[^|]*))? \\| ([^|]+) \\| ([^|]+) \\|$");

  /** The end of ways of calling that no row has. */
  private static final String OTHERS = "`ToolLoopError`";

  /** A row: a part of the names of ways of calling, or {@code any}, and their end. */
  private record Row(String ways, String end) {}

  private final List<Row> rows;

  private DocumentedEnds(List<Row> rows) {
    this.rows = rows;
  }

  /**
   * Returns the rows of a framework, those without versions included.
   *
   * @param framework its name and version, divided by a space
   */
  static DocumentedEnds forFramework(String framework) throws IOException {
    String page = Files.readString(Repository.file("docs/frameworks.md").toPath());
    String section = page.split("(?m)^## The end of a run$")[1].split("(?m)^## ")[0];
    int space = framework.lastIndexOf(' ');
    String name = framework.substring(0, space);
    String version = framework.substring(space + 1);
    List<Row> rows =
        ROW.matcher(section)
            .results()
            .filter(row -> row.group(1).equals(name))
            .filter(row -> row.group(2) == null || hasVersion(row.group(2), version))
            .map(row -> new Row(row.group(3), row.group(4)))
            .toList();
    return new DocumentedEnds(rows);
  }

  private static boolean hasVersion(String versions, String version) {
    return List.of(versions.split(", ")).contains(version);
  }

  /** Returns the end of the last row that applies to a way of calling. */
  String of(String way) {
    return rows.stream()
        .filter(row -> row.ways().equals("any") || way.contains(row.ways()))
        .reduce((first, second) -> second)
        .map(Row::end)
        .orElse(OTHERS);
  }
}
