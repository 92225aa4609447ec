package io.loopsentinel.targets.yaml;

import io.loopsentinel.targets.text.Wording;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A configuration value with its origin, from YAML or from a setting outside the file. */
public sealed interface ConfigNode {

  Origin origin();

  /** Returns a description for messages: "..., found X". */
  String describe();

  /** Returns the JSON value: null, a string, number, boolean, list or map. */
  @Nullable Object toJson();

  default boolean isNull() {
    return false;
  }

  /** Returns whether a variable in this value is unknown, or reported as not set. */
  boolean isUnresolved();

  /** The notation of a scalar, which limits its possible types. */
  enum Style {
    /** In quotes or as a block: always a string. */
    QUOTED,
    /** Without quotes: a number, a boolean, null, otherwise a string. */
    PLAIN,
    /** Outside YAML, where there are no quotes: any type. */
    UNTYPED,
    /**
     * With values of environment variables: any type, a string in JSON. Messages do not show it.
     */
    VARIABLE,
    /** With variables that are unknown, or reported as not set: read as if it were absent. */
    UNRESOLVED
  }

  /**
   * A single value.
   *
   * @param positions the positions of the characters of {@code text}
   */
  record Scalar(Origin origin, String text, Style style, ScalarPositions positions)
      implements ConfigNode {

    /** In characters. Longer integers would take quadratic time; they are strings. */
    private static final int MAX_NUMBER_LENGTH = 1_000;

    private static final Pattern NUMBER =
        Pattern.compile("[-+]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?");
    private static final Pattern NULL = Pattern.compile("|~|null|Null|NULL");

    public static Scalar untyped(Origin origin, String text) {
      return new Scalar(origin, text.strip(), Style.UNTYPED, ScalarPositions.none(origin));
    }

    public boolean isText() {
      return switch (style) {
        case QUOTED -> true;
        case PLAIN -> !isNumber() && !isBoolean() && !isNull();
        case UNTYPED, VARIABLE, UNRESOLVED -> !text.isEmpty();
      };
    }

    public boolean isNumber() {
      return style != Style.QUOTED
          && text.length() <= MAX_NUMBER_LENGTH
          && NUMBER.matcher(text).matches();
    }

    public boolean isBoolean() {
      return style != Style.QUOTED && (text.equals("true") || text.equals("false"));
    }

    /** Returns whether this value may be a secret. */
    public boolean hasVariable() {
      return style == Style.VARIABLE || style == Style.UNRESOLVED;
    }

    @Override
    public boolean isUnresolved() {
      return style == Style.UNRESOLVED;
    }

    @Override
    public boolean isNull() {
      return style == Style.PLAIN && NULL.matcher(text).matches();
    }

    @Override
    public String describe() {
      if (hasVariable()) {
        return "another value in the environment";
      }
      if (text.isEmpty() || isNull()) {
        return style == Style.QUOTED ? "an empty string" : "nothing";
      }
      if (text.isBlank()) {
        return "a string of blanks";
      }
      return isNumber() || isBoolean() ? text : "the string " + Wording.quoted(text);
    }

    @Override
    public @Nullable Object toJson() {
      if (isNull()) {
        return null;
      }
      if (hasVariable()) {
        return text;
      }
      if (isBoolean()) {
        return Boolean.valueOf(text);
      }
      return isNumber() ? number() : text;
    }

    /** Parses integers exactly. */
    private Number number() {
      return text.matches("[-+]?\\d+") ? new BigInteger(text) : Double.valueOf(text);
    }

    /** Parses an untyped list: {@code [hint, 'abort']}, or the same without brackets. */
    public Sequence asList() {
      boolean bracketed = text.startsWith("[") && text.endsWith("]");
      String items = bracketed ? text.substring(1, text.length() - 1).strip() : text;
      return new Sequence(
          origin,
          Arrays.stream(items.isEmpty() ? new String[0] : items.split(",", -1))
              .map(item -> item.strip().replaceFirst("(?s)^(['\"])(.*)\\1$", "$2"))
              .map(item -> (ConfigNode) new Scalar(origin, item, style, positions))
              .toList());
    }

    public Scalar withStyle(Style style) {
      return new Scalar(origin, text, style, positions);
    }
  }

  record Sequence(Origin origin, List<ConfigNode> items) implements ConfigNode {

    @Override
    public List<@Nullable Object> toJson() {
      List<@Nullable Object> values = new ArrayList<>();
      items.forEach(item -> values.add(item.toJson()));
      return values;
    }

    @Override
    public boolean isUnresolved() {
      return items.stream().anyMatch(ConfigNode::isUnresolved);
    }

    @Override
    public String describe() {
      return "a list";
    }
  }

  /** Values by key, in the order of the file, with the origins of the keys. */
  record Mapping(Origin origin, Map<String, ConfigNode> values, Map<String, Origin> keys)
      implements ConfigNode {

    public static Mapping empty(Origin origin) {
      return new Mapping(origin, Map.of(), Map.of());
    }

    /** Returns the origin of a key; that of the mapping if the key is absent. */
    public Origin originOfKey(String key) {
      return keys.getOrDefault(key, origin);
    }

    @Override
    public Map<String, @Nullable Object> toJson() {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      values.forEach((name, value) -> members.put(name, value.toJson()));
      return members;
    }

    @Override
    public boolean isUnresolved() {
      return values.values().stream().anyMatch(ConfigNode::isUnresolved);
    }

    @Override
    public String describe() {
      return "a mapping";
    }
  }
}
