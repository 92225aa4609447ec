package io.loopsentinel.agent.config;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A value of a configuration and its place, whether it stood in YAML or was given as a text. */
sealed interface ConfigNode {

  Origin origin();

  /** What a message says was found. */
  String described();

  /** Returns the value as JSON has it: null, a text, number, boolean, list or map. */
  @Nullable Object json();

  default boolean isNothing() {
    return false;
  }

  /** How a scalar was written, which decides what it can be. */
  enum Style {
    /** In quotes or as a block: a text and nothing else. */
    QUOTED,
    /** Without quotes: a number, a boolean, nothing, or else a text. */
    PLAIN,
    /** Outside YAML, where there are no quotes: whatever is wanted. */
    UNTYPED
  }

  /**
   * A single value.
   *
   * @param positions where the characters of {@code text} stand
   */
  record Scalar(Origin origin, String text, Style style, ScalarPositions positions)
      implements ConfigNode {

    private static final Pattern NUMBER =
        Pattern.compile("[-+]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][-+]?\\d+)?");
    private static final Pattern NOTHING = Pattern.compile("|~|null|Null|NULL");

    static Scalar untyped(Origin origin, String text) {
      return new Scalar(origin, text.strip(), Style.UNTYPED, ScalarPositions.none(origin));
    }

    boolean isText() {
      return switch (style) {
        case QUOTED -> true;
        case PLAIN -> !isNumber() && !isBoolean() && !isNothing();
        case UNTYPED -> !text.isEmpty();
      };
    }

    boolean isNumber() {
      return style != Style.QUOTED && NUMBER.matcher(text).matches();
    }

    boolean isBoolean() {
      return style != Style.QUOTED && (text.equals("true") || text.equals("false"));
    }

    @Override
    public boolean isNothing() {
      return style == Style.PLAIN && NOTHING.matcher(text).matches();
    }

    @Override
    public String described() {
      if (text.isEmpty() || isNothing()) {
        return style == Style.QUOTED ? "an empty text" : "nothing";
      }
      return isNumber() || isBoolean() ? text : "the text " + Wording.quoted(text);
    }

    @Override
    public @Nullable Object json() {
      if (isNothing()) {
        return null;
      }
      if (isBoolean()) {
        return Boolean.valueOf(text);
      }
      return isNumber() ? number() : text;
    }

    /** A whole number keeps its digits. */
    private Number number() {
      return text.matches("[-+]?\\d+") ? new BigInteger(text) : Double.valueOf(text);
    }

    /** The list that it stands for outside YAML: {@code [hint, 'abort']}, or without brackets. */
    Sequence asList() {
      boolean bracketed = text.startsWith("[") && text.endsWith("]");
      String items = bracketed ? text.substring(1, text.length() - 1).strip() : text;
      return new Sequence(
          origin,
          Arrays.stream(items.isEmpty() ? new String[0] : items.split(",", -1))
              .map(item -> item.strip().replaceFirst("(?s)^(['\"])(.*)\\1$", "$2"))
              .map(item -> (ConfigNode) untyped(origin, item))
              .toList());
    }

    Scalar as(Style other) {
      return new Scalar(origin, text, other, positions);
    }
  }

  record Sequence(Origin origin, List<ConfigNode> items) implements ConfigNode {

    @Override
    public List<@Nullable Object> json() {
      List<@Nullable Object> values = new ArrayList<>();
      items.forEach(item -> values.add(item.json()));
      return values;
    }

    @Override
    public String described() {
      return "a list";
    }
  }

  /** Values by key, in the order in which they were written, and where the keys stand. */
  record Mapping(Origin origin, Map<String, ConfigNode> values, Map<String, Origin> keys)
      implements ConfigNode {

    static Mapping empty(Origin origin) {
      return new Mapping(origin, Map.of(), Map.of());
    }

    /** Where a key stands; where the mapping begins if it is not in it. */
    Origin originOfKey(String key) {
      return keys.getOrDefault(key, origin);
    }

    @Override
    public Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> members = new LinkedHashMap<>();
      values.forEach((name, value) -> members.put(name, value.json()));
      return members;
    }

    @Override
    public String described() {
      return "a mapping";
    }
  }
}
