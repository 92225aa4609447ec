package io.loopsentinel.agent.command.inspect.rank;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * A place from which a value can be read at the start of a method.
 *
 * @param path the expression that reads it
 * @param name what the last part of it is called; empty where it has no name
 * @param words the words of its name
 * @param type its static type, that of the value inside where it is an {@link java.util.Optional}
 * @param doubt why reading it may have an effect; {@code null} where it has none
 */
record Source(String path, String name, Type type, List<String> words, @Nullable String doubt) {

  private static final List<String> JSON =
      List.of(
          "JsonNode",
          "ObjectNode",
          "JsonObject",
          "JsonElement",
          "JSONObject",
          "JSONElement",
          "JsonValue",
          "Struct");

  static Source of(String path, String name, Type type) {
    return new Source(path, name, type, Words.of(name), null);
  }

  /** Returns the same, read from a value of this path. */
  Source below(String parent) {
    return new Source(parent + path, name, type, words, doubt);
  }

  /** Returns the same with a doubt, if it has none of its own. */
  Source doubting(@Nullable String reason) {
    return new Source(path, name, type, words, doubt == null ? reason : doubt);
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
    return type.getSort() == Type.BOOLEAN || is("java.lang.Boolean");
  }

  boolean isNumber() {
    return type.getSort() == Type.INT
        || type.getSort() == Type.LONG
        || List.of("java.lang.Integer", "java.lang.Long").contains(type.getClassName());
  }

  /** Returns the argument or receiver that it is read from. */
  String root() {
    int dot = path.indexOf('.');
    return dot < 0 ? path : path.substring(0, dot).replace("?", "");
  }

  private boolean is(String className) {
    return type.getSort() == Type.OBJECT && type.getClassName().equals(className);
  }
}
