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
import java.util.stream.Stream;
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

  static JsonNode read(String line) throws IOException, MalformedRecordException {
    try (JsonParser parser = MAPPER.createParser(line)) {
      JsonNode value = expect(MAPPER.readTree(parser), "a JSON object, found nothing");
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
    }
  }

  /** Returns a member that has to be there; the exception says what was expected. */
  static <T> T expect(@Nullable T value, String expected) throws MalformedRecordException {
    if (value == null) {
      throw new MalformedRecordException("expected " + expected);
    }
    return value;
  }

  /** Returns maps, lists, texts, numbers and booleans; {@code null} for a missing value. */
  static @Nullable Object plain(JsonNode value) {
    return MAPPER.convertValue(value, Object.class);
  }

  /** Returns the first of these members that is there and not {@code null}, or a missing node. */
  static JsonNode first(JsonNode object, String... names) {
    return Stream.of(names)
        .filter(object::hasNonNull)
        .findFirst()
        .map(object::get)
        .orElse(MissingNode.getInstance());
  }
}
