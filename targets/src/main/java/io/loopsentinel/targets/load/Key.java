package io.loopsentinel.targets.load;

import java.util.ArrayList;
import java.util.List;

/**
 * The declaration of a key of a section. The reader, the schema, the tables of the documentation
 * and the names of properties and variables are derived from it. The default of a key is what its
 * reader passes to {@link Section}, because presets change it.
 */
sealed interface Key {

  /** How the sections under a key are written. */
  enum Shape {
    /** One section. */
    SECTION,
    /** A list of sections. */
    LIST,
    /** A mapping from names that users choose to sections. */
    BY_NAME
  }

  String name();

  /** Returns the description of a valid value, in messages and in the documentation. */
  String expected();

  /** Returns the meaning in one sentence. */
  String meaning();

  /** A single value. */
  record Value(String name, ScalarType<?> type, boolean required, String meaning) implements Key {

    Value means(String sentence) {
      return new Value(name, type, required, sentence);
    }

    @Override
    public String expected() {
      return type.expected();
    }
  }

  /** A list of values; {@code example} shows one in messages. */
  record Values(String name, ScalarType<?> type, boolean atLeastOne, String example, String meaning)
      implements Key {

    Values means(String sentence) {
      return new Values(name, type, atLeastOne, example, sentence);
    }

    @Override
    public String expected() {
      return "a list such as " + example;
    }
  }

  /**
   * A value that its reader reads node by node.
   *
   * @param expected the description in messages
   * @param schema its JSON Schema
   * @param fileOnly whether it cannot be set by a property, variable or argument
   */
  record Other(String name, String expected, String schema, boolean fileOnly, String meaning)
      implements Key {

    Other means(String sentence) {
      return new Other(name, expected, schema, fileOnly, sentence);
    }
  }

  /**
   * Keys in sections of their own.
   *
   * @param expected the description in messages if they are a list
   */
  record Group(String name, Shape shape, String expected, List<Key> keys, String meaning)
      implements Key {}

  // The following have no meaning yet, which is added in a sentence: key.means("The ...").

  static Value value(String name, ScalarType<?> type) {
    return new Value(name, type, false, "");
  }

  static Value required(String name, ScalarType<?> type) {
    return new Value(name, type, true, "");
  }

  static Value flag(String name) {
    return value(name, ScalarType.FLAG);
  }

  static Value integer(String name, int min, int max) {
    return value(name, ScalarType.integer(min, max));
  }

  static Value choice(String name, Class<? extends Enum<?>> type) {
    return value(name, ScalarType.ofEnum(type));
  }

  static Values list(String name, ScalarType<?> type, String example) {
    return new Values(name, type, false, example, "");
  }

  static Values nonEmptyList(String name, ScalarType<?> type, String example) {
    return new Values(name, type, true, example, "");
  }

  /** Returns the key of an expression, which is text, or a number or boolean as text. */
  static Other expression(String name) {
    return new Other(name, "an expression", ScalarType.ANY_TEXT.schema(), true, "");
  }

  static Group section(String name, String meaning, Key... keys) {
    return section(name, meaning, List.of(keys));
  }

  static Group section(String name, String meaning, List<Key> keys) {
    return new Group(name, Shape.SECTION, "", keys, meaning);
  }

  static Group listOf(String name, String example, String meaning, List<Key> keys) {
    return new Group(name, Shape.LIST, "a list (" + example + ")", keys, meaning);
  }

  static Group byName(String name, String meaning, List<Key> keys) {
    return new Group(name, Shape.BY_NAME, "", keys, meaning);
  }

  @SafeVarargs
  static List<Key> join(List<Key>... lists) {
    List<Key> keys = new ArrayList<>();
    for (List<Key> list : lists) {
      keys.addAll(list);
    }
    return List.copyOf(keys);
  }
}
