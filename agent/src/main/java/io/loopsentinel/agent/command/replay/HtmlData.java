package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.loopsentinel.engine.detect.Detectors;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;

/** The data of the page, as JSON that can stand in a script element. */
final class HtmlData {

  private final StringWriter text = new StringWriter();
  private final JsonGenerator json;
  private final JsonFigures figures;

  private HtmlData() throws IOException {
    this.json = new JsonFactory().createGenerator(text);
    this.figures = new JsonFigures(json);
  }

  static String of(ReplayResult result, Positions positions, Strips strips) throws IOException {
    return new HtmlData().write(result, positions, strips);
  }

  private String write(ReplayResult result, Positions positions, Strips strips) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("detectors");
    for (String detector : Detectors.names()) {
      json.writeString(detector);
    }
    json.writeEndArray();
    json.writeFieldName("figures");
    figures.write(result.main());
    if (result.other() != null) {
      json.writeFieldName("comparison");
      figures.write(result.other());
    }
    ReplayResult.Sweep sweep = result.sweep();
    if (sweep != null) {
      json.writeStringField("sweepSetting", sweep.setting());
      measurements("sweep", sweep.points());
    }
    measurements("curves", result.curves());
    positions(positions);
    strips(strips);
    json.writeEndObject();
    json.close();
    return text.toString().replace("<", "\\u003c");
  }

  private void measurements(String name, List<Measurement> measurements) throws IOException {
    json.writeArrayFieldStart(name);
    for (Measurement measurement : measurements) {
      figures.write(measurement);
    }
    json.writeEndArray();
  }

  private void positions(Positions positions) throws IOException {
    json.writeObjectFieldStart("positions");
    for (Map.Entry<String, int[]> each : positions.counts().entrySet()) {
      json.writeFieldName(each.getKey());
      json.writeArray(each.getValue(), 0, Positions.BINS);
    }
    json.writeEndObject();
  }

  private void strips(Strips strips) throws IOException {
    json.writeNumberField("dropped", strips.dropped());
    json.writeArrayFieldStart("strips");
    for (Strips.Strip strip : strips.byCallsAfter()) {
      json.writeStartObject();
      json.writeStringField("file", strip.file());
      json.writeStringField("id", strip.run().id());
      json.writeNumberField("calls", strip.run().calls());
      json.writeBooleanField("solved", strip.run().succeeded());
      json.writeArrayFieldStart("findings");
      for (Firing firing : strip.firings()) {
        finding(firing);
      }
      json.writeEndArray();
      json.writeArrayFieldStart("loops");
      LabelledRun label = strip.label();
      for (LabelledRun.Loop loop : label == null ? List.<LabelledRun.Loop>of() : label.loops()) {
        int[] place = {loop.first(), loop.evident(), loop.last()};
        json.writeArray(place, 0, place.length);
      }
      json.writeEndArray();
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void finding(Firing firing) throws IOException {
    json.writeStartArray();
    json.writeNumber(firing.call());
    json.writeString(firing.finding().detector());
    json.writeString(FindingText.rung(firing));
    json.writeString(firing.tool());
    json.writeNumber(firing.finding().count());
    json.writeEndArray();
  }
}
