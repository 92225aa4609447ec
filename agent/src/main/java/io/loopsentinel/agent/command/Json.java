package io.loopsentinel.agent.command;

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
import java.io.BufferedInputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.LineNumberReader;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/** Reads files that hold one JSON value a line. */
public final class Json {

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

  private static final int BUFFER = 1 << 16;

  private Json() {}

  /** Opens a file, plain or gzip. */
  public static LineNumberReader open(File file) throws IOException {
    InputStream bytes = new BufferedInputStream(new FileInputStream(file), BUFFER);
    try {
      return new LineNumberReader(
          new InputStreamReader(unpacked(bytes), StandardCharsets.UTF_8), BUFFER);
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  private static InputStream unpacked(InputStream bytes) throws IOException {
    bytes.mark(2);
    int magic = bytes.read() | bytes.read() << 8;
    bytes.reset();
    return magic == GZIPInputStream.GZIP_MAGIC ? new GZIPInputStream(bytes, BUFFER) : bytes;
  }

  /** Reads a line, which holds one value and nothing else. */
  public static JsonNode read(String line) throws IOException, MalformedRecordException {
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

  /** Returns the first of these members that is there and not {@code null}, or a missing node. */
  public static JsonNode first(JsonNode object, String... names) {
    return Stream.of(names)
        .filter(object::hasNonNull)
        .findFirst()
        .map(object::get)
        .orElse(MissingNode.getInstance());
  }
}
