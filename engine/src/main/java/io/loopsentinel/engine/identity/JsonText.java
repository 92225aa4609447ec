package io.loopsentinel.engine.identity;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON text (RFC 8259, strictly) into maps, lists, strings, numbers and booleans.
 *
 * <p>Of two members of one name the last counts. Whole numbers keep their digits; others are the
 * nearest double. Thread-safe, and keeps nothing of what it read.
 */
final class JsonText {

  /** Digits that a {@code long} holds in any case. */
  private static final int LONG_DIGITS = 18;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          // Buffers that are used again would keep text of the application.
          .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
          // The bounds are ours: a text beyond them is still compared, as text.
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final JsonParser parser;
  private int values;

  private JsonText(JsonParser parser) {
    this.parser = parser;
  }

  /** A JSON value; {@code null} is JSON's null. */
  record Parsed(@Nullable Object value) {}

  /** A container that stands in too many others to be read. */
  enum TooDeep {
    OBJECT,
    ARRAY
  }

  /** A whole number of more digits than a {@code long} has; as text, for to read it takes long. */
  record Digits(String text) {}

  /**
   * Reads a text.
   *
   * @param depth the number of containers that it stands in
   * @return empty if it is not JSON, or has too many values
   */
  static Optional<Parsed> parse(String text, int depth) {
    try (JsonParser parser = FACTORY.createParser(text.toCharArray())) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        return Optional.empty();
      }
      Object value = new JsonText(parser).value(first, depth);
      return parser.nextToken() == null ? Optional.of(new Parsed(value)) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private @Nullable Object value(JsonToken token, int containers) throws IOException {
    return switch (token) {
      case START_OBJECT -> containers < Bounds.DEPTH ? object(containers) : skipped(TooDeep.OBJECT);
      case START_ARRAY -> containers < Bounds.DEPTH ? array(containers) : skipped(TooDeep.ARRAY);
      case VALUE_NUMBER_INT -> whole(parser.getText());
      case VALUE_NUMBER_FLOAT -> Double.valueOf(parser.getText());
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> parser.getText();
    };
  }

  private Map<String, @Nullable Object> object(int containers) throws IOException {
    Map<String, @Nullable Object> members = new TreeMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      count();
      String name = parser.currentName();
      members.put(name, value(parser.nextToken(), containers + 1));
    }
    return members;
  }

  private List<@Nullable Object> array(int containers) throws IOException {
    List<@Nullable Object> elements = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      count();
      elements.add(value(token, containers + 1));
    }
    return elements;
  }

  private TooDeep skipped(TooDeep container) throws IOException {
    parser.skipChildren();
    return container;
  }

  private void count() throws IOException {
    if (++values > Bounds.VALUES) {
      throw new JsonParseException(parser, "more than " + Bounds.VALUES + " values");
    }
  }

  private static Object whole(String text) {
    return text.length() <= LONG_DIGITS ? Long.valueOf(text) : new Digits(text);
  }
}
