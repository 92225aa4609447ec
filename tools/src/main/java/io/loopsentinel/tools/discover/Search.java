package io.loopsentinel.tools.discover;

import java.util.Arrays;
import java.util.Comparator;
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
  private static final int MIN_LENGTH = 8;
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
   * @param arguments the ranks of the arguments' expressions, lower is better
   * @param ids the hashes of what may be ids
   * @param words the hashes of what may be the name of a tool
   * @param keys the names of the arguments, as far as a value shows them
   */
  record Found(
      String tool,
      boolean hasArguments,
      Set<String> names,
      Map<String, Integer> arguments,
      Set<String> keys,
      Map<String, Integer> ids,
      Map<String, Integer> words) {}

  /**
   * Returns the texts of a tool's arguments. Of the body of a lambda only the last one counts,
   * because captured variables come first. An only argument may be a tree of JSON, whose texts are
   * deeper.
   */
  List<Set<String>> texts(String method, Object[] arguments) {
    int first = method.startsWith("lambda$") ? Math.max(0, arguments.length - 1) : 0;
    List<Object> given = Arrays.asList(arguments).subList(first, arguments.length);
    List<Set<String>> texts = texts(given, 1);
    return texts.isEmpty() && given.size() == 1 ? texts(given, Values.DEPTH) : texts;
  }

  private List<Set<String>> texts(List<Object> arguments, int depth) {
    return arguments.stream()
        .map(each -> values.texts(each, depth))
        .filter(each -> !each.isEmpty())
        .toList();
  }

  /**
   * Returns the text that shows a tool's result in another one: itself, or the longest within it;
   * {@code null} if that is short and may be there by chance.
   */
  @Nullable String textOf(@Nullable Object result) {
    return Values.isLeaf(result)
        ? String.valueOf(result)
        : values.texts(result, OBJECT_DEPTH).stream()
            .filter(each -> each.length() >= MIN_LENGTH)
            .max(Comparator.comparing(String::length))
            .orElse(null);
  }

  /** Returns the fields of a tool that is an object. */
  Object[] fields(Object tool) {
    Map<String, @Nullable Object> root = new HashMap<>();
    root.put("this", tool);
    return values.within(root, 1).values().stream().filter(each -> each != tool).toArray();
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
    Map<String, Integer> arguments = new HashMap<>();
    Set<String> keys = new HashSet<>();
    found.forEach(
        (path, value) -> {
          if (value instanceof String text && WORD.matcher(text).matches()) {
            words.put(path, text.hashCode());
            if (isName(text, wanted.tool())) {
              names.add(path);
            }
          }
          int rank = wanted.texts().isEmpty() ? -1 : rank(value, wanted, keys);
          if (rank >= 0) {
            arguments.put(path, rank);
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

  /** Returns how well a value holds all arguments: 0 is best, negative not at all. */
  private int rank(Object value, Wanted wanted, Set<String> keys) {
    if (value instanceof Map<?, ?> map && Values.isKnown(map)) {
      return holds(Values.entries(map), wanted, keys) ? 0 : -1;
    }
    if (value instanceof CharSequence text) {
      Map<?, ?> json = Values.json(text);
      if (json != null) {
        return holds(Values.entries(json), wanted, keys) ? 0 : -1;
      }
      return wanted.texts().size() == 1 && wanted.texts().get(0).contains(text.toString()) ? 3 : -1;
    }
    if (Values.isLeaf(value)) {
      return -1;
    }
    List<@Nullable Object> elements = Values.elements(value);
    if (!elements.isEmpty() || Values.isOfJdk(value)) {
      return holdsAll(elements, wanted) ? 2 : -1;
    }
    Set<String> texts = values.texts(value, OBJECT_DEPTH);
    boolean holdsCall = texts.stream().anyMatch(text -> isName(text, wanted.tool()));
    return !holdsCall && wanted.texts().stream().allMatch(each -> anyIn(each, texts)) ? 1 : -1;
  }

  private boolean holds(Map<String, @Nullable Object> members, Wanted wanted, Set<String> keys) {
    if (!holdsAll(members.values(), wanted)) {
      return false;
    }
    keys.addAll(members.keySet());
    return true;
  }

  private boolean holdsAll(Iterable<@Nullable Object> members, Wanted wanted) {
    Set<String> texts = new HashSet<>();
    members.forEach(each -> texts.addAll(values.texts(each, OBJECT_DEPTH)));
    return wanted.texts().stream().allMatch(each -> anyIn(each, texts));
  }

  private static boolean anyIn(Set<String> one, Set<String> other) {
    return one.stream().anyMatch(other::contains);
  }
}
