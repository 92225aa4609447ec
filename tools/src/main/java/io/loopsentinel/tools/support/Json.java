package io.loopsentinel.tools.support;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
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
import java.time.DateTimeException;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads JSON from lines with one value each. */
public final class Json {

  /** Maximum number of values and names in a line; each takes a hundred bytes of memory. */
  private static final long MAX_JSON_TOKENS = 1_000_000;

  /** Maximum tokens of one turn: about a thousand times the largest context of a model. */
  private static final long MAX_MODEL_TOKENS = 10_000_000_000L;

  /** The time that a clock shows if it was never set. */
  private static final Instant MIN_TIME = Instant.EPOCH;

  private static final Instant MAX_TIME = Instant.parse("9999-12-30T00:00:00Z");

  /** Preserves the notation of numbers. */
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxStringLength(RecordLines.MAX_LINE_LENGTH)
                          .maxTokenCount(MAX_JSON_TOKENS)
                          .build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Json() {}

  /** Reads a line that consists of one value. */
  public static JsonNode read(String line) throws MalformedRecordException {
    try (JsonParser parser = MAPPER.createParser(line)) {
      JsonNode value = expect(MAPPER.readTree(parser), "a JSON object, found nothing");
      if (parser.nextToken() != null) {
        throw new MalformedRecordException(
            "unexpected content after the JSON value, at column "
                + parser.currentTokenLocation().getColumnNr()
                + "; expected one run per line");
      }
      return value;
    } catch (JsonProcessingException e) {
      // Not getMessage(), because Jackson adds a note about the source to it.
      String reason = e.getOriginalMessage().lines().findFirst().orElse("unreadable");
      JsonLocation location = e.getLocation();
      throw new MalformedRecordException(
          "not JSON%s: %s"
              .formatted(
                  location == null ? "" : " at column " + location.getColumnNr(),
                  reason.replaceFirst(" \\(start marker at .*", "")));
    } catch (IOException e) {
      throw new UncheckedIOException("Reading a string cannot fail", e);
    }
  }

  /** Returns a required value; the exception states what was expected. */
  public static <T> T expect(@Nullable T value, String expected) throws MalformedRecordException {
    if (value == null) {
      throw new MalformedRecordException("expected " + expected);
    }
    return value;
  }

  /** Converts to maps, lists, strings, numbers and booleans; {@code null} for a missing value. */
  public static @Nullable Object plain(JsonNode value) {
    return MAPPER.convertValue(value, Object.class);
  }

  /**
   * Returns a number of tokens; 0 if there is none.
   *
   * @throws MalformedRecordException if it is negative, or larger than plausible for any model
   */
  public static long tokens(JsonNode value) throws MalformedRecordException {
    if (value.isNumber()
        && !(value.doubleValue() >= 0 && value.doubleValue() <= MAX_MODEL_TOKENS)) {
      throw new MalformedRecordException(
          "expected from 0 to %s tokens, found %s".formatted(MAX_MODEL_TOKENS, value));
    }
    return Math.max(0, Math.min(MAX_MODEL_TOKENS, value.asLong()));
  }

  /**
   * Checks that a time is in a range in which arithmetic cannot overflow, and returns it.
   *
   * @throws DateTimeException if it is before 1970 or after 9999
   */
  public static Instant inRange(Instant time) {
    if (time.isBefore(MIN_TIME) || time.isAfter(MAX_TIME)) {
      throw new DateTimeException("expected a time from 1970 to 9999");
    }
    return time;
  }

  /** Returns the first existing member that is not {@code null}, or a missing node. */
  public static JsonNode first(JsonNode object, String... names) {
    return Stream.of(names)
        .filter(object::hasNonNull)
        .findFirst()
        .map(object::get)
        .orElse(MissingNode.getInstance());
  }
}
