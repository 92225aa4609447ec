package com.acme.shapes.namedqueries;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Runs queries by their names. */
public final class NamedQueries {

  private final Connection connection;
  private final Map<String, String> queries = new HashMap<>();

  public NamedQueries(Connection connection) {
    this.connection = connection;
  }

  public List<String> execute(String name, Map<String, Object> params) throws SQLException {
    String sql = queries.get(name);
    if (sql == null) {
      throw new IllegalArgumentException("unknown query " + name);
    }
    List<String> rows = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(sql)) {
      int index = 1;
      for (Object value : params.values()) {
        statement.setObject(index++, value);
      }
      try (ResultSet result = statement.executeQuery()) {
        while (result.next()) {
          rows.add(result.getString(1));
        }
      }
    }
    return rows;
  }
}
