package io.loopsentinel.agent.command.inspect;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * A place from which a value can be read in a method: an argument, the result, or a member of one.
 *
 * @param path the expression that reads it
 * @param type its static type
 * @param words what the last part of it is called; none where it has no name
 * @param doubt why reading it may have an effect; {@code null} where it has none
 */
record Source(String path, Words words, Type type, @Nullable String doubt) {

  private static final Set<String> JSON =
      Words.set(
          "JsonNode ObjectNode JsonObject JsonElement JSONObject JSONElement JsonValue Struct");

  static Source of(String path, String name, Type type, @Nullable String doubt) {
    return new Source(path, Words.of(name), type, doubt);
  }

  /** Returns this member as that of a value; what is read from a doubtful value is as doubtful. */
  Source of(Source value) {
    return new Source(value.path + path, words, type, doubt == null ? value.doubt : doubt);
  }

  /** Returns whether to read it is known to have no effect. */
  boolean onlyReads() {
    return doubt == null;
  }

  boolean isText() {
    return is("java.lang.String") || is("java.lang.CharSequence");
  }

  boolean isMap() {
    String className = type.getClassName();
    return className.startsWith("java.util.") && className.endsWith("Map");
  }

  boolean isJson() {
    String className = type.getClassName();
    return JSON.contains(className.substring(className.lastIndexOf('.') + 1));
  }

  boolean isObject() {
    return is("java.lang.Object");
  }

  boolean isBoolean() {
    return is("boolean") || is("java.lang.Boolean");
  }

  boolean isNumber() {
    return is("int") || is("long") || is("java.lang.Integer") || is("java.lang.Long");
  }

  boolean is(String className) {
    return type.getClassName().equals(className);
  }

  /** Returns how many members of members it takes to read it: 1 for a member of an argument. */
  int depth() {
    return (int) path.chars().filter(c -> c == '.').count();
  }

  /** Returns the argument or receiver that it is read from. */
  String root() {
    return path.split("[.?]", 2)[0];
  }

  /** Returns the expression that reads it, with its first step safe from null. */
  String nullSafePath() {
    return path.replaceFirst("\\.", "?.");
  }
}
