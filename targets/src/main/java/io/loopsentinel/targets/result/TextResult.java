package io.loopsentinel.targets.result;

import java.lang.reflect.ParameterizedType;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The form that a text takes as the result of a method: the text itself, a list of it, an {@link
 * Optional} of it, or the node of a JSON tree.
 */
public record TextResult(Class<?> type) {

  private static final TextResult PLAIN = new TextResult(String.class);

  /** JSON trees, whose node of a text has the same name in both versions of Jackson. */
  static final Set<String> JSON_TREES =
      Set.of("com.fasterxml.jackson.databind.JsonNode", "tools.jackson.databind.JsonNode");

  private static final Set<String> CONTAINERS =
      Set.of("java.util.Optional", "java.util.List", "java.util.Collection", "java.lang.Iterable");

  private static final Set<String> TEXTS =
      Set.of("java.lang.String", "java.lang.CharSequence", "java.lang.Object");

  /** Returns the form for a result type; the text itself if the type takes no other. */
  public static TextResult of(ResultType result) {
    Class<?> item = result.item();
    String argument =
        result.itemType() instanceof ParameterizedType generic
            ? generic.getActualTypeArguments()[0].getTypeName()
            : null;
    if (JSON_TREES.contains(item.getName())) {
      return nodeOf(item);
    }
    boolean holdsText =
        CONTAINERS.contains(item.getName()) && argument != null && TEXTS.contains(argument);
    return holdsText ? new TextResult(item == Optional.class ? item : List.class) : PLAIN;
  }

  /** Returns whether results of a type may hold a text, depending on its type arguments. */
  public static boolean isHolder(String type) {
    return JSON_TREES.contains(type) || CONTAINERS.contains(type);
  }

  private static TextResult nodeOf(Class<?> tree) {
    try {
      String name = tree.getPackageName() + ".node.TextNode";
      return new TextResult(Class.forName(name, false, tree.getClassLoader()));
    } catch (ClassNotFoundException | LinkageError absent) {
      return PLAIN;
    }
  }

  /** Returns a text in this form. */
  public Object value(String text) throws ReflectiveOperationException {
    if (type == Optional.class) {
      return Optional.of(text);
    }
    if (type == List.class) {
      return List.of(text);
    }
    return type == String.class ? text : type.getMethod("valueOf", String.class).invoke(null, text);
  }
}
