package io.loopsentinel.tools.support;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The lines of a target in a configuration. */
public final class TargetText {

  private static final Pattern PLAIN = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.$()?:\\- ]*");
  private static final int MAX_COMMENTS = 10;
  private static final int WIDTH = 92;

  private boolean disabled;
  private final List<String> comments = new ArrayList<>();
  private final Map<String, String> keys = new LinkedHashMap<>();

  /** Creates a target for the methods of a type. */
  public TargetText(String name, String kind, String type) {
    with("name", name).with("kind", kind).with("type", type);
  }

  /** Adds a key, unless its value is {@code null}. */
  public TargetText with(String key, @Nullable String value) {
    if (value != null) {
      keys.put(key, quoted(value));
    }
    return this;
  }

  /** Adds the types of the method's parameters. */
  public TargetText parameters(List<String> types) {
    keys.put(
        "parameters",
        types.stream().map(TargetText::listed).collect(Collectors.joining(", ", "[", "]")));
    return this;
  }

  /** Adds a sentence. */
  public TargetText comment(String sentence) {
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
  public TargetText disabled() {
    disabled = true;
    return this;
  }

  /** Returns the lines, as an element of the list {@code targets}. */
  public List<String> lines() {
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

  private static String listed(String type) {
    return type.endsWith("[]") ? "'" + type + "'" : type;
  }
}
