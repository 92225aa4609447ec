package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.core.JsonGenerator;
import io.loopsentinel.engine.settings.Action;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;

/** Writes counts and scores as JSON objects. */
final class JsonFigures {

  private final JsonGenerator json;

  JsonFigures(JsonGenerator json) {
    this.json = json;
  }

  /** Writes a measurement: its name, its files, their sum, and its scores if it has any. */
  void write(Measurement measurement) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", measurement.name());
    json.writeArrayFieldStart("files");
    for (Tally file : measurement.files()) {
      tally(file);
    }
    json.writeEndArray();
    json.writeFieldName("total");
    tally(measurement.total());
    Scores scores = measurement.scores();
    if (scores != null) {
      json.writeFieldName("labels");
      scores(scores);
    }
    json.writeEndObject();
  }

  private void tally(Tally tally) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", tally.name());
    json.writeNumberField("runs", tally.runs());
    json.writeNumberField("calls", tally.calls());
    json.writeNumberField("tokens", tally.tokens());
    json.writeNumberField("runs_with_estimated_tokens", tally.runsEstimated());
    stage("flagged", tally.flagged());
    stage("stopped", tally.stopped());
    json.writeObjectFieldStart("detectors");
    for (Map.Entry<String, DetectorTally> each : tally.detectors().entrySet()) {
      json.writeFieldName(each.getKey());
      detector(each.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void stage(String name, Stage stage) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("runs", stage.runs());
    json.writeNumberField("solved", stage.succeeded());
    json.writeNumberField("calls_after", stage.callsAfter());
    json.writeNumberField("tokens_after", stage.tokensAfter());
    json.writeEndObject();
  }

  private void detector(DetectorTally detector) throws IOException {
    json.writeStartObject();
    json.writeNumberField("first_in_runs", detector.first());
    stage("flagged", detector.flagged());
    stage("stopped", detector.stopped());
    json.writeObjectFieldStart("findings");
    for (Action rung : Action.values()) {
      json.writeNumberField(rung.name().toLowerCase(Locale.ROOT), detector.at(rung));
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void scores(Scores scores) throws IOException {
    json.writeStartObject();
    json.writeNumberField("labels", scores.labels());
    json.writeNumberField("runs", scores.runs());
    json.writeNumberField("runs_with_loop", scores.withLoop());
    json.writeNumberField("runs_without_loop", scores.withoutLoop());
    json.writeNumberField("calls_wasted", scores.wasted());
    pair("all", scores.all());
    json.writeObjectFieldStart("detectors");
    for (Map.Entry<String, Scores.Pair> each : scores.detectors().entrySet()) {
      pair(each.getKey(), each.getValue());
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  private void pair(String name, Scores.Pair pair) throws IOException {
    json.writeObjectFieldStart(name);
    score("first_rung", pair.firstRung());
    score("first_stop", pair.firstStop());
    json.writeEndObject();
  }

  private void score(String name, Score score) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeNumberField("found", score.found().size());
    json.writeArrayFieldStart("missed");
    for (Score.Miss miss : score.missed()) {
      json.writeString(miss.run());
    }
    json.writeEndArray();
    json.writeArrayFieldStart("false_alarms");
    for (Score.FalseAlarm alarm : score.falseAlarms()) {
      json.writeStartObject();
      json.writeStringField("run", alarm.run());
      json.writeNumberField("call", alarm.firing().call());
      json.writeStringField("detector", alarm.firing().finding().detector());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeFieldName("median_delay");
    if (score.medianDelay().isPresent()) {
      json.writeNumber(score.medianDelay().getAsDouble());
    } else {
      json.writeNull();
    }
    json.writeNumberField("calls_saved", score.saved());
    json.writeNumberField("honest_calls_stopped", score.honestStopped());
    json.writeEndObject();
  }
}
