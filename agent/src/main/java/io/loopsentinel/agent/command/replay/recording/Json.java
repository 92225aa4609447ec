package io.loopsentinel.agent.command.replay.recording;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON texts as maps, lists, texts, numbers, booleans and {@code null}.
 *
 * <p>Recordings come in too many shapes to be bound to types.
 */
public final class Json {

  /** A tool may have answered with a whole file; Jackson's own limit is 20 million. */
  private static final int LONGEST_TEXT = 200_000_000;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(LONGEST_TEXT).build())
          .build();

  private Json() {}

  /**
   * Reads a text that holds one value.
   *
   * @throws MalformedRecordException if it does not; says where and why
   */
  public static @Nullable Object read(String text) throws MalformedRecordException {
    try (JsonParser parser = FACTORY.createParser(text)) {
      if (parser.nextToken() == null) {
        throw new MalformedRecordException("expected a JSON object, found nothing");
      }
      Object value = value(parser);
      if (parser.nextToken() != null) {
        throw new MalformedRecordException(
            "more follows the JSON value at column "
                + parser.currentTokenLocation().getColumnNr()
                + "; expected one run a line");
      }
      return value;
    } catch (JsonProcessingException e) {
      throw new MalformedRecordException(
          "not JSON at column " + e.getLocation().getColumnNr() + ": " + reason(e));
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  /** Returns a value as JSON text. */
  static String write(@Nullable Object value) {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = FACTORY.createGenerator(text)) {
      write(value, generator);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.toString();
  }

  private static @Nullable Object value(JsonParser parser) throws IOException {
    JsonToken token = parser.currentToken();
    return switch (token) {
      case START_OBJECT -> object(parser);
      case START_ARRAY -> array(parser);
      case VALUE_STRING -> parser.getText();
      case VALUE_NUMBER_INT -> parser.getNumberValue();
      case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      default -> null;
    };
  }

  private static Map<String, @Nullable Object> object(JsonParser parser) throws IOException {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      members.put(name, value(parser));
    }
    return members;
  }

  private static List<@Nullable Object> array(JsonParser parser) throws IOException {
    List<@Nullable Object> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(value(parser));
    }
    return items;
  }

  private static void write(@Nullable Object value, JsonGenerator generator) throws IOException {
    if (value instanceof Map<?, ?> members) {
      generator.writeStartObject();
      for (Map.Entry<?, ?> member : members.entrySet()) {
        generator.writeFieldName(String.valueOf(member.getKey()));
        write(member.getValue(), generator);
      }
      generator.writeEndObject();
    } else if (value instanceof Iterable<?> items) {
      generator.writeStartArray();
      for (Object item : items) {
        write(item, generator);
      }
      generator.writeEndArray();
    } else {
      generator.writePOJO(value);
    }
  }

  /** Without the part in which Jackson tells where it has hidden the source. */
  private static String reason(JsonProcessingException e) {
    String message = e.getOriginalMessage().lines().findFirst().orElse("unreadable");
    int marker = message.indexOf(" (start marker at ");
    return marker < 0 ? message : message.substring(0, marker);
  }
}
