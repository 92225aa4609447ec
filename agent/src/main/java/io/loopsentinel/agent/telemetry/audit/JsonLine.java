package io.loopsentinel.agent.telemetry.audit;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.loopsentinel.engine.text.Printable;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;

/** Writes values by their names as one line of JSON. */
final class JsonLine {

  /** Raised when a member changes its meaning or goes away; new members do not raise it. */
  static final int VERSION = 1;

  /** Characters of a text: longer than any that the agent words itself. */
  private static final int LONGEST_TEXT = 6_000;

  /** Pure ASCII: no character can turn a line around, and no tool mistakes the encoding. */
  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

  private JsonLine() {}

  /** Returns the line with its line feed. */
  static byte[] of(Map<String, Object> values) {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(line)) {
      json.writeStartObject();
      json.writeNumberField("v", VERSION);
      members(values, json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    line.write('\n');
    return line.toByteArray();
  }

  private static void members(Map<?, ?> values, JsonGenerator json) throws IOException {
    for (Map.Entry<?, ?> member : values.entrySet()) {
      json.writeFieldName(String.valueOf(member.getKey()));
      value(member.getValue(), json);
    }
  }

  private static void value(Object value, JsonGenerator json) throws IOException {
    if (value instanceof Map<?, ?> members) {
      json.writeStartObject();
      members(members, json);
      json.writeEndObject();
    } else if (value instanceof Iterable<?> items) {
      json.writeStartArray();
      for (Object item : items) {
        value(item, json);
      }
      json.writeEndArray();
    } else if (value instanceof Number || value instanceof Boolean) {
      json.writePOJO(value);
    } else {
      json.writeString(Printable.of(String.valueOf(value), LONGEST_TEXT));
    }
  }
}
