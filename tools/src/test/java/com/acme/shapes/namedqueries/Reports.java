package com.acme.shapes.namedqueries;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Writes reports. */
public final class Reports {

  private final NamedQueries queries;

  public Reports(NamedQueries queries) {
    this.queries = queries;
  }

  public String run(String report, List<Integer> months) throws SQLException {
    List<String> lines = new ArrayList<>();
    for (int month : months) {
      lines.addAll(queries.execute(report, Map.of("month", month)));
    }
    return String.join("\n", lines);
  }
}
