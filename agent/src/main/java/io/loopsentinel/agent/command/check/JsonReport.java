package io.loopsentinel.agent.command.check;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import io.loopsentinel.agent.command.check.CheckedMethod.Guarded;
import io.loopsentinel.agent.command.check.CheckedMethod.Unchecked;
import io.loopsentinel.agent.command.check.CheckedMethod.Unguarded;
import io.loopsentinel.agent.config.ConfigProblem;
import io.loopsentinel.agent.guard.TargetReport;
import java.io.IOException;
import java.io.Writer;
import java.util.List;
import java.util.Locale;

/** Writes what a check found as one JSON document; {@code docs/check.md} tells what is in it. */
final class JsonReport {

  private static final String FORMAT = "loop-sentinel-check";

  /** Raised when a member changes its meaning or goes away; new members do not raise it. */
  private static final int VERSION = 1;

  /** Pure ASCII, since standard output may be in any encoding. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private final JsonGenerator json;

  JsonReport(Writer out) throws IOException {
    this.json = FACTORY.createGenerator(out).setPrettyPrinter(new DefaultPrettyPrinter());
  }

  /** Writes it; the stream stays open. */
  void write(CheckReport report) throws IOException {
    json.writeStartObject();
    json.writeStringField("format", FORMAT);
    json.writeNumberField("version", VERSION);
    json.writeStringField("configuration", report.configuration());
    json.writeNumberField("classes", report.classes());
    json.writeNumberField("guarded", report.guarded());
    json.writeNumberField("problems", report.problems());
    texts("warnings", report.warnings().stream().map(ConfigProblem::toString).toList());
    targets(report.targets());
    json.writeArrayFieldStart("profiles");
    for (CheckedProfile profile : report.profiles()) {
      json.writeStartObject();
      json.writeStringField("name", profile.name());
      json.writeNumberField("matched", profile.matched());
      targets(profile.targets());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
    json.flush();
  }

  private void targets(List<CheckedTarget> targets) throws IOException {
    json.writeArrayFieldStart("targets");
    for (CheckedTarget target : targets) {
      json.writeStartObject();
      json.writeStringField("name", target.spec().name());
      json.writeStringField("kind", target.spec().kind().name().toLowerCase(Locale.ROOT));
      json.writeStringField("place", target.spec().origin().toString());
      json.writeBooleanField("problem", target.isProblem());
      if (!target.isMatched()) {
        json.writeStringField("mismatch", target.mismatch());
      }
      json.writeArrayFieldStart("methods");
      for (CheckedMethod method : target.methods()) {
        method(method);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void method(CheckedMethod method) throws IOException {
    json.writeStartObject();
    if (method instanceof Guarded guarded) {
      json.writeStringField("method", guarded.report().method());
      json.writeStringField("status", "guarded");
      report(guarded.report());
    } else if (method instanceof Unguarded unguarded) {
      json.writeStringField("method", unguarded.method());
      json.writeStringField("status", "unguarded");
      json.writeStringField("reason", unguarded.reason());
    } else if (method instanceof Unchecked unchecked) {
      json.writeStringField("method", unchecked.method());
      json.writeStringField("status", "unchecked");
      json.writeStringField("reason", unchecked.reason());
      json.writeStringField("missing_class", unchecked.missingClass());
    }
    json.writeEndObject();
  }

  private void report(TargetReport report) throws IOException {
    json.writeArrayFieldStart("expressions");
    for (TargetReport.Reading reading : report.readings()) {
      json.writeStartObject();
      json.writeStringField("key", reading.key());
      json.writeStringField("expression", reading.expression());
      json.writeStringField("place", reading.place());
      json.writeStringField("type", reading.type());
      texts("at_run_time", reading.notes());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeArrayFieldStart("effects");
    for (TargetReport.Effect effect : report.effects()) {
      json.writeStartObject();
      json.writeStringField("name", effect.name());
      json.writeStringField("text", effect.text());
      json.writeEndObject();
    }
    json.writeEndArray();
    texts("warnings", report.warnings());
  }

  private void texts(String name, List<String> texts) throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }
}
