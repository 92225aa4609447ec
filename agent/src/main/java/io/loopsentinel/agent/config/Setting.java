package io.loopsentinel.agent.config;

import io.loopsentinel.agent.config.ConfigNode.Scalar;
import io.loopsentinel.agent.config.ConfigNode.Sequence;
import java.util.Arrays;

/**
 * A setting given outside the file.
 *
 * @param path the keys, joined by dots
 * @param text its value as a text
 * @param origin who gave it
 */
record Setting(String path, String text, Origin origin) {

  /**
   * Returns the value as it would stand in the file.
   *
   * <p>A list is written as in YAML, {@code [hint, abort]}, or without its brackets.
   */
  ConfigNode node() {
    String value = text.strip();
    boolean bracketed = value.startsWith("[") && value.endsWith("]");
    if (!SettingPaths.isList(path) || isWord(value)) {
      return Scalar.untyped(origin, value);
    }
    String items = bracketed ? value.substring(1, value.length() - 1).strip() : value;
    return new Sequence(
        origin,
        Arrays.stream(items.isEmpty() ? new String[0] : items.split(",", -1))
            .map(item -> (ConfigNode) Scalar.untyped(origin, unquoted(item.strip())))
            .toList());
  }

  /** {@code profiles} takes a word instead of a list. */
  private boolean isWord(String value) {
    return path.equals("profiles") && (value.equals("auto") || value.equals("none"));
  }

  private static String unquoted(String item) {
    char first = item.length() > 1 ? item.charAt(0) : ' ';
    boolean quoted = (first == '"' || first == '\'') && item.charAt(item.length() - 1) == first;
    return quoted ? item.substring(1, item.length() - 1) : item;
  }
}
