package com.acme.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads and writes JSON: no more of it than models send. */
public final class Json {

  private final String source;
  private int position;

  private Json(String source) {
    this.source = source;
  }

  public static @Nullable Object read(String text) {
    return new Json(text).value();
  }

  public static @Nullable Object at(@Nullable Object value, Object... path) {
    Object found = value;
    for (Object step : path) {
      if (found instanceof Map<?, ?> map) {
        found = map.get(step);
      } else if (found instanceof List<?> list && step instanceof Integer index) {
        found = list.get(index);
      } else {
        return null;
      }
    }
    return found;
  }

  public static String text(@Nullable Object value, Object... path) {
    return at(value, path) instanceof String text ? text : "";
  }

  public static long number(@Nullable Object value, Object... path) {
    return at(value, path) instanceof Number number ? number.longValue() : 0;
  }

  @SuppressWarnings("unchecked") // The keys of an object are texts.
  public static Map<String, Object> object(@Nullable Object value) {
    return value instanceof Map<?, ?> map ? (Map<String, Object>) map : Map.of();
  }

  public static String write(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(member -> write(member.getKey()) + ":" + write(member.getValue()))
          .collect(Collectors.joining(",", "{", "}"));
    }
    if (value instanceof List<?> list) {
      return list.stream().map(Json::write).collect(Collectors.joining(",", "[", "]"));
    }
    return value instanceof String text ? quoted(text) : String.valueOf(value);
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }

  private @Nullable Object value() {
    space();
    switch (source.charAt(position)) {
      case '{' -> {
        return members();
      }
      case '[' -> {
        return elements();
      }
      case '"' -> {
        return string();
      }
      default -> {
        return literal();
      }
    }
  }

  private Map<String, @Nullable Object> members() {
    Map<String, @Nullable Object> members = new LinkedHashMap<>();
    position++;
    while (!skip('}')) {
      space();
      String name = string();
      skip(':');
      members.put(name, value());
      skip(',');
    }
    return members;
  }

  private List<@Nullable Object> elements() {
    List<@Nullable Object> elements = new ArrayList<>();
    position++;
    while (!skip(']')) {
      elements.add(value());
      skip(',');
    }
    return elements;
  }

  private String string() {
    StringBuilder text = new StringBuilder();
    position++;
    for (char c = source.charAt(position++); c != '"'; c = source.charAt(position++)) {
      text.append(c == '\\' ? escaped(source.charAt(position++)) : c);
    }
    return text.toString();
  }

  private char escaped(char c) {
    switch (c) {
      case 'n' -> {
        return '\n';
      }
      case 't' -> {
        return '\t';
      }
      case 'u' -> {
        position += 4;
        return (char) Integer.parseInt(source.substring(position - 4, position), 16);
      }
      default -> {
        return c;
      }
    }
  }

  private @Nullable Object literal() {
    int start = position;
    while (position < source.length() && ",]} \n\r\t".indexOf(source.charAt(position)) < 0) {
      position++;
    }
    String word = source.substring(start, position);
    return switch (word) {
      case "null" -> null;
      case "true" -> true;
      case "false" -> false;
      default -> Double.valueOf(word);
    };
  }

  private boolean skip(char expected) {
    space();
    if (source.charAt(position) == expected) {
      position++;
      return true;
    }
    return false;
  }

  private void space() {
    while (position < source.length() && Character.isWhitespace(source.charAt(position))) {
      position++;
    }
  }
}
