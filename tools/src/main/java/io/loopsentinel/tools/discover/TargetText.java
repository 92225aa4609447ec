package io.loopsentinel.tools.discover;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The lines of a target. */
final class TargetText {

  private static final Pattern PLAIN = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.$()?:\\- ]*");
  private static final int MAX_COMMENTS = 10;
  private static final int WIDTH = 92;

  private boolean disabled;
  private final List<String> comments = new ArrayList<>();
  private final Map<String, String> keys = new LinkedHashMap<>();

  /** Creates a target for a method. */
  TargetText(String name, String kind, MethodId id) {
    this(name, kind, id.owner().getName(), id.name());
    Method method = id.method();
    if (method == null) {
      return;
    }
    List<Method> overloads =
        Stream.of(method.getDeclaringClass().getDeclaredMethods())
            .filter(each -> each.getName().equals(id.name()) && !each.equals(method))
            .toList();
    if (!overloads.isEmpty()) {
      keys.put(
          "parameters",
          Stream.of(method.getParameterTypes())
              .map(type -> "\"" + type.getTypeName() + "\"")
              .toList()
              .toString());
    }
    if (overloads.stream()
        .anyMatch(
            each ->
                List.of(each.getParameterTypes()).equals(List.of(method.getParameterTypes())))) {
      keys.put("returns", quoted(method.getReturnType().getTypeName()));
    }
  }

  /** Creates a target for the methods with a name. */
  TargetText(String name, String kind, @Nullable String type, @Nullable String method) {
    keys.put("name", name);
    keys.put("kind", kind);
    if (type != null) {
      keys.put("type", quoted(type));
    }
    if (method != null) {
      keys.put("method", quoted(method));
    }
  }

  /** Adds a key, unless its expression is {@code null}. */
  TargetText with(String key, @Nullable String expression) {
    if (expression != null) {
      keys.put(key, quoted(expression));
    }
    return this;
  }

  /** Adds a sentence. */
  TargetText comment(String sentence) {
    StringBuilder line = new StringBuilder();
    for (String word : sentence.split(" ", -1)) {
      if (line.length() + word.length() > WIDTH) {
        comments.add(line.toString());
        line.setLength(0);
      }
      line.append(line.isEmpty() ? "" : " ").append(word);
    }
    comments.add(line.toString());
    return this;
  }

  /** Makes the target a comment. */
  TargetText disabled() {
    disabled = true;
    return this;
  }

  boolean isDisabled() {
    return disabled;
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    comments.stream().limit(MAX_COMMENTS).forEach(each -> lines.add("    # " + each));
    keys.forEach((key, value) -> lines.add("      " + key + ": " + value));
    int first = Math.min(comments.size(), MAX_COMMENTS);
    lines.set(first, Objects.requireNonNull(lines.get(first)).replaceFirst("^      ", "    - "));
    if (disabled) {
      lines.replaceAll(line -> line.replaceFirst("^    (?!#)", "    # "));
    }
    return lines;
  }

  private static String quoted(String text) {
    boolean isPlain = PLAIN.matcher(text).matches() && !text.contains(": ");
    return isPlain ? text : "'" + text.replace("'", "''") + "'";
  }
}
