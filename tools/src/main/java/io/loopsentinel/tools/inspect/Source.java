package io.loopsentinel.tools.inspect;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * A value that can be read in a method: an argument, the receiver, the result, or a member of one.
 *
 * @param path the expression that reads the value
 * @param words the words in the name of its last part; empty if it has no name
 * @param doubt why reading it may have a side effect, or {@code null}
 */
public record Source(String path, Words words, Type type, @Nullable String doubt) {

  private static final Set<String> JSON =
      Words.set(
          "JsonNode ObjectNode JsonObject JsonElement JSONObject JSONElement JsonValue Struct");

  /** Categories of values in the communication between a model and its tools. */
  enum Kind {
    TEXT,
    MAP,
    JSON,
    BOOLEAN,
    NUMBER,
    ANY_OBJECT,
    OTHER;

    static Kind of(Type type) {
      String name = type.getClassName();
      return switch (name) {
        case "java.lang.String", "java.lang.CharSequence" -> TEXT;
        case "boolean", "java.lang.Boolean" -> BOOLEAN;
        case "int", "long", "java.lang.Integer", "java.lang.Long" -> NUMBER;
        case "java.lang.Object" -> ANY_OBJECT;
        default -> {
          if (name.startsWith("java.util.") && name.endsWith("Map")) {
            yield MAP;
          }
          yield Source.JSON.contains(Words.simpleName(type)) ? JSON : OTHER;
        }
      };
    }
  }

  static Source of(String path, String name, Type type, @Nullable String doubt) {
    return new Source(path, Words.of(name), type, doubt);
  }

  /** Returns this member as a member of a value, whose doubt it inherits if it has none. */
  Source of(Source value) {
    return new Source(value.path + path, words, type, doubt == null ? value.doubt : doubt);
  }

  boolean isSure() {
    return doubt == null;
  }

  boolean is(Kind kind) {
    return Kind.of(type) == kind;
  }

  /** Returns the number of member accesses: 1 for a member of an argument. */
  int depth() {
    return (int) path.chars().filter(c -> c == '.').count();
  }

  /** Returns the path of the enclosing value; its own for an argument or the receiver. */
  String parent() {
    return path.contains(".") ? path.substring(0, path.lastIndexOf('.')) : path;
  }

  /** Returns the argument or receiver from which the value is read. */
  String root() {
    return path.split("[.?]", 2)[0];
  }

  /** Returns the expression with null-safe member accesses. */
  String nullSafePath() {
    return path.replace(".", "?.");
  }
}
