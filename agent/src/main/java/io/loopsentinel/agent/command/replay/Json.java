package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Reads files that hold one JSON value a line. */
final class Json {

  /** A tool may have answered with a whole file; Jackson's own limit is 20 million. */
  private static final int LONGEST_TEXT = 200_000_000;

  /** Keeps numbers as they are written. */
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxStringLength(LONGEST_TEXT).build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Json() {}

  /**
   * Reads a line.
   *
   * @throws MalformedRecordException if it is not one value; says where and why
   */
  static JsonNode read(String line) throws MalformedRecordException {
    try (JsonParser parser = MAPPER.createParser(line)) {
      JsonNode value = MAPPER.readTree(parser);
      if (value == null) {
        throw new MalformedRecordException("expected a JSON object, found nothing");
      }
      if (parser.nextToken() != null) {
        throw new MalformedRecordException(
            "more follows the JSON value at column "
                + parser.currentTokenLocation().getColumnNr()
                + "; expected one run a line");
      }
      return value;
    } catch (JsonProcessingException e) {
      // Without the part in which Jackson tells where it has hidden the source.
      String reason = e.getOriginalMessage().lines().findFirst().orElse("unreadable");
      throw new MalformedRecordException(
          "not JSON at column %d: %s"
              .formatted(
                  e.getLocation().getColumnNr(),
                  reason.replaceFirst(" \\(start marker at .*", "")));
    } catch (IOException e) {
      throw new UncheckedIOException("reading from memory", e);
    }
  }

  /**
   * Returns a value as maps, lists, texts, numbers and booleans; {@code null} for a missing one.
   */
  static @Nullable Object plain(JsonNode value) {
    return MAPPER.convertValue(value, Object.class);
  }

  /** Returns the first of these members that is there and not {@code null}, or a missing node. */
  static JsonNode first(JsonNode object, String... names) {
    for (String name : names) {
      if (object.hasNonNull(name)) {
        return object.get(name);
      }
    }
    return MissingNode.getInstance();
  }

  /** Returns a value that is true or false, as JSON has it or as 1 or 0; {@code null} otherwise. */
  static @Nullable Boolean flag(JsonNode value) {
    if (value.isNumber()) {
      return value.doubleValue() == 1;
    }
    return value.isBoolean() ? (Boolean) value.booleanValue() : null;
  }
}
