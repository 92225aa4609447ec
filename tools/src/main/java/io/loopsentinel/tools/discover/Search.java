package io.loopsentinel.tools.discover;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Searches the parameters of a method for the name and the arguments of a tool call. */
final class Search {

  private static final int OBJECT_DEPTH = 2;
  private static final Pattern WORD = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_.:/-]{0,63}");

  private final Values values;

  Search(Values values) {
    this.values = values;
  }

  /**
   * A tool call to search for.
   *
   * @param texts the texts within its arguments, one set for each argument with any
   */
  record Wanted(String tool, List<Set<String>> texts) {}

  /**
   * The expressions of values that match.
   *
   * @param hasArguments whether the tool call has arguments to search for
   * @param arguments the expressions of maps and JSON texts with the arguments
   * @param ids the hashes of what may be ids
   * @param words the hashes of what may be the name of a tool
   * @param keys the names of the arguments, as far as a value shows them
   */
  record Found(
      String tool,
      boolean hasArguments,
      Set<String> names,
      Set<String> arguments,
      Set<String> keys,
      Map<String, Integer> ids,
      Map<String, Integer> words) {}

  /**
   * Returns the texts of a tool's arguments. Of the body of a lambda only the last one counts,
   * because captured variables come first.
   */
  List<Set<String>> texts(String method, Object[] arguments) {
    int first = method.startsWith("lambda$") ? Math.max(0, arguments.length - 1) : 0;
    List<Set<String>> texts = new ArrayList<>();
    for (Object each : Arrays.asList(arguments).subList(first, arguments.length)) {
      Set<String> found = values.texts(each, 1);
      if (!found.isEmpty()) {
        texts.add(found);
      }
    }
    return texts;
  }

  Map<String, Object> within(Map<String, @Nullable Object> roots) {
    return values.within(roots, Values.DEPTH);
  }

  /** Searches the values within roots. */
  Found search(Wanted wanted, Map<String, @Nullable Object> roots) {
    return searchAmong(wanted, within(roots));
  }

  /** Searches values by their expressions, and not deeper. */
  Found searchAmong(Wanted wanted, Map<String, Object> found) {
    Set<String> names = new HashSet<>();
    Map<String, Integer> words = new HashMap<>();
    Set<String> arguments = new HashSet<>();
    Set<String> keys = new HashSet<>();
    found.forEach(
        (path, value) -> {
          if (value instanceof String text && WORD.matcher(text).matches()) {
            words.put(path, text.hashCode());
            if (isName(text, wanted.tool())) {
              names.add(path);
            }
          }
          if (!wanted.texts().isEmpty() && holdsAll(members(value), wanted, keys)) {
            arguments.add(path);
          }
        });
    return new Found(
        wanted.tool(),
        !wanted.texts().isEmpty(),
        names,
        arguments,
        keys,
        Sessions.ids(found),
        words);
  }

  /** Returns whether a text names a tool, possibly with a prefix as {@code library-search}. */
  static boolean isName(String text, String tool) {
    if (text.equals(tool)) {
      return true;
    }
    String one = plain(text);
    String other = plain(tool);
    return one.equals(other)
        || (text.length() > tool.length()
            && text.endsWith(tool)
            && "-_.:/".indexOf(text.charAt(text.length() - tool.length() - 1)) >= 0);
  }

  private static String plain(String name) {
    return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
  }

  /** Returns the members of a map or of a JSON object; empty for other values. */
  private static Map<String, @Nullable Object> members(Object value) {
    Map<?, ?> map = value instanceof CharSequence text ? Values.json(text) : null;
    if (value instanceof Map<?, ?> other) {
      map = other;
    }
    return map == null ? Map.of() : Values.entries(map);
  }

  private boolean holdsAll(Map<String, @Nullable Object> members, Wanted wanted, Set<String> keys) {
    Set<String> texts = new HashSet<>();
    members.values().forEach(each -> texts.addAll(values.texts(each, OBJECT_DEPTH)));
    if (!wanted.texts().stream().allMatch(each -> anyIn(each, texts))) {
      return false;
    }
    keys.addAll(members.keySet());
    return true;
  }

  private static boolean anyIn(Set<String> one, Set<String> other) {
    return one.stream().anyMatch(other::contains);
  }
}
