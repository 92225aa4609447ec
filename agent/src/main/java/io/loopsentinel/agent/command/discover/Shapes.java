package io.loopsentinel.agent.command.discover;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Describes values by their types, and objects by their keys; never tells a value. */
final class Shapes {

  private static final JsonFactory JSON = new JsonFactory();
  private static final Pattern IDENTIFIER = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.-]{0,47}");
  private static final int MOST_KEYS = 20;

  private Shapes() {}

  /** Whether a text may be a name of a tool: short, and of the form of an identifier. */
  static boolean isIdentifier(String text) {
    return IDENTIFIER.matcher(text).matches();
  }

  /** Describes a value: {@code {customer: text, limit: number}}, {@code text}, {@code a.B}. */
  static String of(@Nullable Object value) {
    if (value instanceof CharSequence text) {
      return ofText(text.toString());
    }
    if (value instanceof Map<?, ?> map) {
      List<String> members = new ArrayList<>();
      for (Map.Entry<?, ?> member : map.entrySet()) {
        if (members.size() == MOST_KEYS) {
          members.add("...");
          break;
        }
        members.add(key(String.valueOf(member.getKey())) + ": " + type(member.getValue()));
      }
      return braces(members);
    }
    return type(value);
  }

  private static String ofText(String text) {
    if (!text.stripLeading().startsWith("{")) {
      return "text";
    }
    try (JsonParser parser = JSON.createParser(text)) {
      List<String> members = new ArrayList<>();
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME && members.size() < MOST_KEYS) {
        String key = key(parser.currentName());
        members.add(key + ": " + type(parser.nextToken()));
        parser.skipChildren();
      }
      return "JSON text " + braces(members);
    } catch (IOException e) {
      return "text";
    }
  }

  private static String type(@Nullable Object value) {
    if (value == null) {
      return "null";
    }
    if (value instanceof CharSequence) {
      return "text";
    }
    if (value instanceof Number) {
      return "number";
    }
    if (value instanceof Boolean) {
      return "boolean";
    }
    if (value instanceof Map<?, ?>) {
      return "object";
    }
    return value instanceof Collection<?> ? "list" : value.getClass().getName();
  }

  private static String type(JsonToken token) {
    return switch (token) {
      case VALUE_STRING -> "text";
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> "number";
      case VALUE_TRUE, VALUE_FALSE -> "boolean";
      case START_OBJECT -> "object";
      case START_ARRAY -> "list";
      default -> "null";
    };
  }

  /** A key that is no identifier may be a value: a name, an address. */
  private static String key(String key) {
    return isIdentifier(key) ? key : "(key)";
  }

  private static String braces(List<String> members) {
    return "{" + String.join(", ", members) + "}";
  }
}
