package io.loopsentinel.tools.discover;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Collection;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Describes values by their types, and objects by their keys. Never reveals a value. */
final class Shapes {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern IDENTIFIER = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.-]{0,47}");
  private static final int MAX_KEYS = 20;
  private static final Map<Class<?>, String> TYPES =
      Map.of(
          CharSequence.class, "text",
          Number.class, "number",
          Boolean.class, "boolean",
          Map.class, "object",
          Collection.class, "list");

  private Shapes() {}

  /** Returns whether a text may be the name of a tool: a short identifier. */
  static boolean isIdentifier(String text) {
    return IDENTIFIER.matcher(text).matches();
  }

  /** Returns whether a description is that of an empty object. */
  static boolean isEmpty(String shape) {
    return shape.endsWith("{}");
  }

  /** Describes a value: {@code {customer: text, limit: number}}, {@code text}, {@code a.B}. */
  static String of(@Nullable Object value) {
    if (value instanceof CharSequence text) {
      return ofText(text.toString());
    }
    if (value instanceof Map<?, ?> map) {
      return Stream.concat(
              map.entrySet().stream()
                  .limit(MAX_KEYS)
                  .map(member -> key(member.getKey()) + ": " + type(member.getValue())),
              map.size() > MAX_KEYS ? Stream.of("...") : Stream.empty())
          .collect(Collectors.joining(", ", "{", "}"));
    }
    return type(value);
  }

  private static String ofText(String text) {
    try {
      return text.stripLeading().startsWith("{")
          ? "JSON text " + of(JSON.readValue(text, Map.class))
          : "text";
    } catch (JsonProcessingException e) {
      return "text";
    }
  }

  private static String type(@Nullable Object value) {
    return TYPES.entrySet().stream()
        .filter(type -> type.getKey().isInstance(value))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse(value == null ? "null" : value.getClass().getName());
  }

  /** Hides keys that are not identifiers, because they may be values: names or addresses. */
  private static String key(@Nullable Object key) {
    String name = String.valueOf(key);
    return isIdentifier(name) ? name : "(key)";
  }
}
