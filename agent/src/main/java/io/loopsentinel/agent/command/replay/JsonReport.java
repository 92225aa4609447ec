package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.loopsentinel.engine.detect.Finding;
import java.io.IOException;
import java.io.Writer;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Writes everything as one JSON document, runs as they are played and figures at the end.
 *
 * <p>{@code docs/replay.md} tells what stands in it. It holds no arguments, results or model text.
 */
public final class JsonReport implements RunListener {

  private static final String FORMAT = "loop-sentinel-replay";

  /** Raised when a member changes its meaning or goes away; new members do not raise it. */
  private static final int VERSION = 1;

  /** Pure ASCII, since standard output may be in any encoding. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final JsonGenerator json;
  private final JsonFigures figures;

  /** Begins a document. */
  public JsonReport(Writer out, String configuration) throws IOException {
    this.json = FACTORY.createGenerator(out).setPrettyPrinter(new DefaultPrettyPrinter());
    this.figures = new JsonFigures(json);
    json.writeStartObject();
    json.writeStringField("format", FORMAT);
    json.writeNumberField("version", VERSION);
    json.writeStringField("configuration", configuration);
    json.writeArrayFieldStart("runs");
  }

  @Override
  public void played(String file, PlayedRun run) throws IOException {
    json.writeStartObject();
    json.writeStringField("file", file);
    json.writeStringField("id", run.id());
    text("source", run.source());
    if (run.success() == null) {
      json.writeNullField("success");
    } else {
      json.writeBooleanField("success", run.success());
    }
    json.writeNumberField("calls", run.calls());
    json.writeNumberField("tokens", run.tokens());
    json.writeBooleanField("tokens_estimated", run.tokensEstimated());
    json.writeArrayFieldStart("findings");
    for (Firing firing : run.firings()) {
      finding(run, firing);
    }
    json.writeEndArray();
    if (run.decisions() != null) {
      decisions(run.decisions());
    }
    json.writeEndObject();
  }

  /** Ends the document; the stream stays open. */
  public void end(ReplayResult result) throws IOException {
    json.writeEndArray();
    json.writeNumberField("broken_lines", result.brokenLines());
    json.writeFieldName("figures");
    figures.write(result.main());
    if (result.other() != null) {
      json.writeFieldName("comparison");
      figures.write(result.other());
    }
    if (result.sweep() != null) {
      sweep(result.sweep());
    }
    if (result.proposal() != null) {
      suggestions(result.proposal());
    }
    json.writeEndObject();
    json.flush();
  }

  private void finding(PlayedRun run, Firing firing) throws IOException {
    Finding finding = firing.finding();
    json.writeStartObject();
    json.writeNumberField("call", firing.call());
    text("tool", firing.tool().isEmpty() ? null : firing.tool());
    json.writeStringField("detector", finding.detector());
    json.writeNumberField("count", finding.count());
    json.writeNumberField("threshold", finding.threshold());
    json.writeArrayFieldStart("cycle");
    for (String tool : finding.cycle()) {
      json.writeString(tool);
    }
    json.writeEndArray();
    json.writeStringField("results", finding.results().name().toLowerCase(Locale.ROOT));
    Double similarity = finding.evidence().similarity();
    if (similarity != null) {
      json.writeNumberField("similarity", similarity);
    }
    json.writeNumberField("occurrence", firing.occurrence());
    json.writeStringField("rung", FindingText.rung(firing));
    json.writeStringField("setting", finding.setting());
    json.writeNumberField("calls_after", run.callsAfter(firing));
    json.writeNumberField("tokens_after", firing.tokensAfter());
    json.writeEndObject();
  }

  private void decisions(Decisions decisions) throws IOException {
    json.writeArrayFieldStart("decisions");
    for (String decision : decisions.now()) {
      json.writeString(decision);
    }
    json.writeEndArray();
    json.writeArrayFieldStart("decided_differently");
    for (int call : decisions.different()) {
      json.writeNumber(call);
    }
    json.writeEndArray();
  }

  private void sweep(ReplayResult.Sweep sweep) throws IOException {
    json.writeObjectFieldStart("sweep");
    json.writeStringField("setting", sweep.setting());
    json.writeArrayFieldStart("points");
    for (Measurement point : sweep.points()) {
      figures.write(point);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private void suggestions(ReplayResult.Proposal proposal) throws IOException {
    json.writeArrayFieldStart("suggestions");
    for (Suggestion suggestion : proposal.suggestions().proposals()) {
      json.writeStartObject();
      json.writeStringField("tool", suggestion.tool());
      number("threshold", suggestion.threshold());
      number("threshold_with_progress", suggestion.thresholdWithProgress());
      number("window_size", suggestion.windowSize());
      text("action", suggestion.warnOnly() ? "warn" : null);
      json.writeStringField("reason", suggestion.reason());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void text(String name, @Nullable String value) throws IOException {
    json.writeFieldName(name);
    json.writeString(value);
  }

  private void number(String name, OptionalInt value) throws IOException {
    if (value.isPresent()) {
      json.writeNumberField(name, value.getAsInt());
    }
  }
}
