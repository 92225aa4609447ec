package io.loopsentinel.engine.identity;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON text (RFC 8259, strictly) into maps, lists, texts, numbers and booleans.
 *
 * <p>Of two members of one name the last counts. Whole numbers keep their digits; others are the
 * nearest double. Thread-safe, and keeps nothing of what it read.
 */
final class JsonText {

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
                  .maxNumberLength(CanonicalJson.DIGITS)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final JsonParser parser;
  private int values;

  private JsonText(JsonParser parser) {
    this.parser = parser;
  }

  /**
   * Reads a text.
   *
   * @return the text itself if it is not JSON, or beyond a bound; containers that are too deep to
   *     be written are empty
   */
  static @Nullable Object parse(String text) {
    if (text.length() > CanonicalJson.CHARACTERS) {
      return text;
    }
    try (JsonParser parser = FACTORY.createParser(text.toCharArray())) {
      JsonToken first = parser.nextToken();
      Object value = first == null ? text : new JsonText(parser).value(first, 0);
      return parser.nextToken() == null ? value : text;
    } catch (IOException e) {
      return text;
    }
  }

  private @Nullable Object value(JsonToken token, int depth) throws IOException {
    if (depth == CanonicalJson.DEPTH) {
      parser.skipChildren();
    }
    return switch (token) {
      case START_OBJECT -> depth == CanonicalJson.DEPTH ? Map.of() : object(depth + 1);
      case START_ARRAY -> depth == CanonicalJson.DEPTH ? List.of() : array(depth + 1);
      case VALUE_NUMBER_INT -> parser.getNumberValue();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> parser.getText();
    };
  }

  private Map<String, @Nullable Object> object(int depth) throws IOException {
    Map<String, @Nullable Object> members = new HashMap<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      count();
      String name = parser.currentName();
      members.put(name, value(parser.nextToken(), depth));
    }
    return members;
  }

  private List<@Nullable Object> array(int depth) throws IOException {
    List<@Nullable Object> elements = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      count();
      elements.add(value(token, depth));
    }
    return elements;
  }

  private void count() throws IOException {
    if (++values > CanonicalJson.VALUES) {
      throw new JsonParseException(parser, "more than " + CanonicalJson.VALUES + " values");
    }
  }
}
