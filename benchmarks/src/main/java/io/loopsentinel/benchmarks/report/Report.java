package io.loopsentinel.benchmarks.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a harness found out, as tables in Markdown and as JSON.
 *
 * @param title of the report
 * @param method how it was measured, a sentence or two
 * @param tables by what they are about
 */
public record Report(String title, String method, Map<String, List<Row>> tables) {

  public void print(PrintStream out) {
    out.printf("## %s%n%n%s%n%n%s%n", title, Machine.text(), method);
    tables.forEach(
        (name, rows) -> {
          out.printf("%n| %s | goal | median | lowest to highest | held? |%n", name);
          out.println("|---|---|---|---|---|");
          rows.forEach(row -> out.println(row.line()));
        });
  }

  public void write(Path file) throws IOException {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("title", title);
    json.put("machine", Machine.text());
    json.put("method", method);
    Map<String, Object> written = new LinkedHashMap<>();
    tables.forEach((name, rows) -> written.put(name, rows.stream().map(Report::json).toList()));
    json.put("tables", written);
    ObjectMapper mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    mapper.writeValue(file.toFile(), json);
  }

  private static Map<String, Object> json(Row row) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("what", row.what());
    json.put("unit", row.unit());
    json.put("median", row.spread().median());
    json.put("lowest", row.spread().lowest());
    json.put("highest", row.spread().highest());
    json.put("rounds", row.spread().figures());
    if (!(row.goal() instanceof Goal.None)) {
      json.put("goal", row.goal().text());
      json.put("held", row.isHeld());
    }
    return json;
  }
}
