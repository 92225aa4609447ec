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
 * <p>The last of duplicate members wins. Integers keep all their digits; other numbers become the
 * nearest double. Thread-safe; retains nothing of the text.
 */
public final class JsonText {

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
          // Recycled buffers would retain text of the application.
          .recyclerPool(JsonRecyclerPools.nonRecyclingPool())
          // CanonicalJson has its own limits, beyond which a text is still compared as text.
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNumberLength(CanonicalJson.MAX_DIGITS)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final JsonParser parser;
  private int values;

  private JsonText(JsonParser parser) {
    this.parser = parser;
  }

  /** Returns a parser of a text that retains nothing of it. */
  public static JsonParser parser(String text) throws IOException {
    return FACTORY.createParser(text.toCharArray());
  }

  /**
   * Parses a text.
   *
   * @return the text itself if it is not JSON or exceeds a limit; containers nested too deep to be
   *     written are empty
   */
  public static @Nullable Object parse(String text) {
    if (text.length() > CanonicalJson.MAX_CHARACTERS) {
      return text;
    }
    try (JsonParser parser = parser(text)) {
      JsonToken first = parser.nextToken();
      Object value = first == null ? text : new JsonText(parser).value(first, 0);
      return parser.nextToken() == null ? value : text;
    } catch (IOException e) {
      return text;
    }
  }

  private @Nullable Object value(JsonToken token, int depth) throws IOException {
    if (depth == CanonicalJson.MAX_DEPTH) {
      parser.skipChildren();
    }
    return switch (token) {
      case START_OBJECT -> depth == CanonicalJson.MAX_DEPTH ? Map.of() : object(depth + 1);
      case START_ARRAY -> depth == CanonicalJson.MAX_DEPTH ? List.of() : array(depth + 1);
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
    if (++values > CanonicalJson.MAX_VALUES) {
      throw new JsonParseException(parser, "more than " + CanonicalJson.MAX_VALUES + " values");
    }
  }
}
