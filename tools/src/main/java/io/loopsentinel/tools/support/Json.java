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

/** Reads files that hold one JSON value a line. */
public final class Json {

  /** Values and names in a line; each takes a hundred bytes of memory. */
  private static final long MAX_TOKENS = 1_000_000;

  /** Tokens of one turn: a thousand times what any model reads. */
  private static final long MAX_MODEL_TOKENS = 10_000_000_000L;

  /** What a clock says that was never set. */
  private static final Instant FIRST_TIME = Instant.EPOCH;

  private static final Instant LAST_TIME = Instant.parse("9999-12-30T00:00:00Z");

  /** Keeps numbers as they are written. */
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxStringLength(RecordLines.MAX_LINE)
                          .maxTokenCount(MAX_TOKENS)
                          .build())
                  .build())
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private Json() {}

  /** Reads a line, which holds one value and nothing else. */
  public static JsonNode read(String line) throws MalformedRecordException {
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
      JsonLocation location = e.getLocation();
      throw new MalformedRecordException(
          "not JSON%s: %s"
              .formatted(
                  location == null ? "" : " at column " + location.getColumnNr(),
                  reason.replaceFirst(" \\(start marker at .*", "")));
    } catch (IOException e) {
      throw new UncheckedIOException("a text is read without a file", e);
    }
  }

  /** Returns a member that has to be there; the exception says what was expected. */
  public static <T> T expect(@Nullable T value, String expected) throws MalformedRecordException {
    if (value == null) {
      throw new MalformedRecordException("expected " + expected);
    }
    return value;
  }

  /** Returns maps, lists, texts, numbers and booleans; {@code null} for a missing value. */
  public static @Nullable Object plain(JsonNode value) {
    return MAPPER.convertValue(value, Object.class);
  }

  /**
   * Returns a number of tokens; 0 where there is none.
   *
   * @throws MalformedRecordException if it is below 0, or beyond what any model reads
   */
  public static long tokens(JsonNode value) throws MalformedRecordException {
    if (value.isNumber()
        && !(value.doubleValue() >= 0 && value.doubleValue() <= MAX_MODEL_TOKENS)) {
      throw new MalformedRecordException(
          "expected from 0 to %d tokens, found %s".formatted(MAX_MODEL_TOKENS, value));
    }
    return Math.max(0, Math.min(MAX_MODEL_TOKENS, value.asLong()));
  }

  /**
   * Returns a time of these centuries: reckoning with others overflows.
   *
   * @throws DateTimeException if it is before 1970 or after 9999
   */
  public static Instant inRange(Instant time) {
    if (time.isBefore(FIRST_TIME) || time.isAfter(LAST_TIME)) {
      throw new DateTimeException("expected a time from 1970 to 9999");
    }
    return time;
  }

  /** Returns the first of these members that is there and not {@code null}, or a missing node. */
  public static JsonNode first(JsonNode object, String... names) {
    return Stream.of(names)
        .filter(object::hasNonNull)
        .findFirst()
        .map(object::get)
        .orElse(MissingNode.getInstance());
  }
}
