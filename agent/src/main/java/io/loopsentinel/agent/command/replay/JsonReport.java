package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.loopsentinel.engine.detect.Finding;
import java.io.IOException;
import java.io.Writer;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes everything as one JSON document, runs as they are played and figures at the end.
 *
 * <p>{@code docs/replay.md} tells what stands in it. It holds no arguments, results or model text.
 */
final class JsonReport implements Report {

  /** Pure ASCII, since standard output may be in any encoding. */
  static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                  .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
                  .build())
          .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
          .build();

  private static final String FORMAT = "loop-sentinel-replay";

  /** Raised when a member changes its meaning or goes away; new members do not raise it. */
  private static final int VERSION = 1;

  private final JsonGenerator json;

  /**
   * Begins a document.
   *
   * @param out is closed with the report
   */
  JsonReport(Writer out, String configuration) throws IOException {
    this.json = MAPPER.createGenerator(out).useDefaultPrettyPrinter();
    json.writeStartObject();
    json.writeStringField("format", FORMAT);
    json.writeNumberField("version", VERSION);
    json.writeStringField("configuration", configuration);
    json.writeArrayFieldStart("runs");
  }

  @Override
  public void played(String file, PlayedRun run, @Nullable PlayedRun otherwise) throws IOException {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("file", file);
    members.put("id", run.id());
    members.put("source", run.source());
    members.put("success", run.success());
    members.put("calls", run.calls());
    members.put("tokens", run.tokens());
    members.put("tokens_estimated", run.tokensEstimated());
    members.put("findings", run.firings().stream().map(each -> finding(run, each)).toList());
    if (run.decisions() != null) {
      members.put("decisions", run.decisions().now());
      members.put("decided_differently", run.decisions().different());
    }
    json.writePOJO(members);
  }

  private static Map<String, @Nullable Object> finding(PlayedRun run, Firing firing) {
    Finding finding = firing.finding();
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    members.put("call", firing.call());
    members.put("tool", firing.tool().isEmpty() ? null : firing.tool());
    members.put("detector", firing.detector());
    members.put("count", finding.count());
    members.put("threshold", finding.threshold());
    members.put("cycle", finding.cycle());
    members.put("results", finding.results().name().toLowerCase(Locale.ROOT));
    if (finding.evidence().similarity() != null) {
      members.put("similarity", finding.evidence().similarity());
    }
    members.put("occurrence", firing.detection().occurrence());
    members.put("rung", Firing.name(firing.rung()));
    members.put("setting", finding.setting());
    members.put("calls_after", run.callsAfter(firing));
    members.put("tokens_after", firing.tokensAfter());
    return members;
  }

  @Override
  public void end(Result result) throws IOException {
    Measurements measurements = result.measurements();
    json.writeEndArray();
    json.writeNumberField("broken_lines", result.brokenLines());
    json.writePOJOField("figures", measurements.main());
    if (measurements.other() != null) {
      json.writePOJOField("comparison", measurements.other());
    }
    if (measurements.sweep() != null) {
      json.writePOJOField("sweep", measurements.sweep());
    }
    if (result.suggestions() != null) {
      json.writePOJOField("suggestions", result.suggestions().proposals());
    }
    json.writeEndObject();
  }

  @Override
  public void close() throws IOException {
    json.close();
  }
}
