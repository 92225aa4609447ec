package io.loopsentinel.engine.identity;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * JSON as plain values, read and in order, before it is written: null, {@code Boolean}, {@code
 * Long}, {@code BigInteger}, {@code Double}, {@code String}, an array of primitives, or a type
 * below.
 *
 * <p>The types below have no constants: initialised for the first time at the end of a stack, they
 * would be lost for good.
 */
final class PlainJson {

  private PlainJson() {}

  /**
   * What stands in the place of a value that was not read. None is JSON, so no value of the
   * application is written in the same way.
   *
   * @param known whether nothing is lost: what was not read is no part of the value, or can never
   *     be read
   */
  record Mark(String text, boolean known) {

    /** Further members or elements: too many, or they failed to be read. */
    static Mark more(boolean known) {
      return new Mark("…", known);
    }

    /** What failed to be read; for lack of stack, and what follows of it, it says nothing. */
    static Mark more(Throwable failure) {
      return more(!(failure instanceof StackOverflowError || failure instanceof LinkageError));
    }

    static Mark array(boolean known) {
      return new Mark("[…]", known);
    }

    static Mark object(boolean known) {
      return new Mark("{…}", known);
    }
  }

  /**
   * A member of an object.
   *
   * @param isText whether the name is text, to be quoted, or the canonical form of a key that is a
   *     container
   */
  record Member(String name, boolean isText, @Nullable Object value) implements Comparable<Member> {

    @Override
    public int compareTo(Member other) {
      return name.compareTo(other.name);
    }
  }

  /** A whole number of more digits than a {@code long} holds, for to read it takes long. */
  record Digits(String text) {}

  /**
   * An object.
   *
   * @param typeName of the application's class, if that belongs to the value
   * @param members in the order in which they are written
   * @param end for members that were not read, if any
   */
  record Members(String typeName, List<Member> members, @Nullable Mark end) {}

  /**
   * An array.
   *
   * @param end for elements that were not read, if any
   */
  record Elements(List<@Nullable Object> elements, @Nullable Mark end) {}

  /**
   * Returns the texts and numbers in a value, in their order; no names.
   *
   * @param most how many to return at most
   */
  static List<String> values(@Nullable Object json, int most) {
    List<String> values = new ArrayList<>();
    addValues(json, most, values);
    return values;
  }

  private static void addValues(@Nullable Object json, int most, List<String> values) {
    if (values.size() == most) {
      return;
    }
    if (json instanceof String text) {
      values.add(text);
    } else if (json instanceof Number || json instanceof Digits) {
      values.add(CanonicalWriter.sortable(json).text());
    } else if (json instanceof Members object) {
      object.members().forEach(member -> addValues(member.value(), most, values));
    } else if (json instanceof Elements array) {
      array.elements().forEach(element -> addValues(element, most, values));
    } else if (json != null && json.getClass().isArray()) {
      for (int i = 0; i < Array.getLength(json) && values.size() < most; i++) {
        addValues(Array.get(json, i), most, values);
      }
    }
  }
}
