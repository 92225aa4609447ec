package io.loopsentinel.engine.identity;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.util.JsonRecyclerPools;
import io.loopsentinel.engine.identity.PlainJson.Digits;
import io.loopsentinel.engine.identity.PlainJson.Elements;
import io.loopsentinel.engine.identity.PlainJson.Mark;
import io.loopsentinel.engine.identity.PlainJson.Member;
import io.loopsentinel.engine.identity.PlainJson.Members;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON text (RFC 8259, strictly) into plain values.
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
   * Reads a text into {@link PlainJson}.
   *
   * @param depth the number of containers that it stands in
   * @param scope which of its members count
   * @return the text itself if it is not JSON, or beyond a bound
   */
  static @Nullable Object parse(String text, int depth, PathScope scope) {
    if (text.length() > CanonicalJson.CHARACTERS) {
      return text;
    }
    try (JsonParser parser = FACTORY.createParser(text.toCharArray())) {
      JsonToken first = parser.nextToken();
      Object value = first == null ? text : new JsonText(parser).value(first, depth, scope);
      return parser.nextToken() == null ? value : text;
    } catch (IOException e) {
      return text;
    }
  }

  private @Nullable Object value(JsonToken token, int depth, PathScope scope) throws IOException {
    return switch (token) {
      case START_OBJECT ->
          depth < CanonicalJson.DEPTH ? object(depth, scope) : skip(Mark.object(false));
      case START_ARRAY ->
          depth < CanonicalJson.DEPTH ? array(depth, scope) : skip(Mark.array(false));
      default -> scope.isKept() ? scalar(token) : null;
    };
  }

  private @Nullable Object scalar(JsonToken token) throws IOException {
    return switch (token) {
      case VALUE_NUMBER_INT -> whole();
      case VALUE_NUMBER_FLOAT -> parser.getDoubleValue();
      case VALUE_TRUE -> true;
      case VALUE_FALSE -> false;
      case VALUE_NULL -> null;
      default -> parser.getText();
    };
  }

  private Object whole() throws IOException {
    return parser.getTextLength() <= LONG_DIGITS
        ? (Object) parser.getLongValue()
        : new Digits(parser.getText());
  }

  private Members object(int depth, PathScope scope) throws IOException {
    List<Member> members = new ArrayList<>();
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      count();
      String name = parser.currentName();
      PathScope inside = scope.member(name);
      Object value = value(parser.nextToken(), depth + 1, inside);
      if (inside != PathScope.DROP) {
        members.add(new Member(name, true, value));
      }
    }
    Collections.sort(members);
    return new Members("", lastOfEachName(members), null);
  }

  private static List<Member> lastOfEachName(List<Member> sorted) {
    List<Member> last = new ArrayList<>(sorted.size());
    for (Member member : sorted) {
      if (!last.isEmpty() && last.get(last.size() - 1).name().equals(member.name())) {
        last.remove(last.size() - 1);
      }
      last.add(member);
    }
    return last;
  }

  private Elements array(int depth, PathScope scope) throws IOException {
    PathScope inside = scope.element();
    List<@Nullable Object> elements = new ArrayList<>();
    for (JsonToken token = parser.nextToken();
        token != JsonToken.END_ARRAY;
        token = parser.nextToken()) {
      count();
      elements.add(value(token, depth + 1, inside));
    }
    return new Elements(inside == PathScope.DROP ? List.of() : elements, null);
  }

  private Mark skip(Mark mark) throws IOException {
    parser.skipChildren();
    return mark;
  }

  private void count() throws IOException {
    if (++values > CanonicalJson.VALUES) {
      throw new JsonParseException(parser, "more than " + CanonicalJson.VALUES + " values");
    }
  }
}
