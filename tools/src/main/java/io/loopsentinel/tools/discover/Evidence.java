package io.loopsentinel.tools.discover;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The observed calls of one method. Thread-safe; bounded. Keeps no values but tool names. */
final class Evidence {

  /** Maximum calls whose parameters are searched. More would only cost time. */
  private static final int MAX_SEARCHES = 8;

  /** The same if the parameters have held the name of the tool so far. */
  private static final int MAX_DISPATCH_SEARCHES = 150;

  private static final int MAX_IDLE_CALLS = 1_000;
  private static final int MAX_KEYS = 12;
  private static final int MAX_RESULTS = 4;

  private final Map<String, Integer> names = new HashMap<>();
  private final Map<String, Integer> arguments = new HashMap<>();
  private final Map<String, Integer> ranks = new HashMap<>();

  /** The hashes of texts by expression, then by tool. */
  private final Map<String, Map<String, Set<Integer>>> words = new HashMap<>();

  private final Map<String, Integer> wordCounts = new HashMap<>();
  private final Map<String, Set<String>> keysByTool = new TreeMap<>();
  private final Set<Results.Built> results = new LinkedHashSet<>();
  private int searches;
  private int argumentSearches;
  private int single;
  private int several;
  private int withoutTool;
  private int calls;
  private volatile boolean idle;

  /** The expressions of the tool's name and its arguments. */
  record Shape(String tool, String args) {}

  synchronized boolean wantsSearch() {
    return searches < MAX_SEARCHES || (searches < MAX_DISPATCH_SEARCHES && mayBeDispatch());
  }

  synchronized boolean wantsResult() {
    return single < MAX_RESULTS;
  }

  /** Records what a search in the parameters of one call has found. */
  synchronized void found(Search.Found found) {
    searches++;
    found.names().forEach(path -> names.merge(path, 1, Integer::sum));
    found
        .words()
        .forEach(
            (path, hash) -> {
              wordCounts.merge(path, 1, Integer::sum);
              words
                  .computeIfAbsent(path, key -> new HashMap<>())
                  .computeIfAbsent(found.tool(), key -> new LinkedHashSet<>())
                  .add(hash);
            });
    if (found.hasArguments()) {
      argumentSearches++;
      found
          .arguments()
          .forEach(
              (path, rank) -> {
                arguments.merge(path, 1, Integer::sum);
                ranks.merge(path, rank, Math::max);
              });
      Set<String> keys = keysByTool.computeIfAbsent(found.tool(), key -> new TreeSet<>());
      found.keys().stream().limit(MAX_KEYS).forEach(keys::add);
    }
  }

  /**
   * Records the end of a call.
   *
   * @param isAsync whether the result comes later, so that a tool may still be called for it
   */
  synchronized void ended(Activation call, boolean isAsync, Results.@Nullable Built result) {
    if (call.toolCalls == 1) {
      single++;
      if (result != null) {
        results.add(result);
      }
    } else if (call.toolCalls > 1) {
      several++;
    } else {
      calls++;
      withoutTool += isAsync ? 0 : 1;
      idle = single + several == 0 && calls > MAX_IDLE_CALLS;
    }
  }

  /** Returns whether a tool may have been called after the method returned. */
  synchronized boolean isAsync() {
    return calls > withoutTool;
  }

  /** Returns whether all calls so far held the name of their tool. */
  synchronized boolean mayBeDispatch() {
    return searches > 0 && withoutTool == 0 && (names.containsValue(searches) || shape() != null);
  }

  /** Returns whether an expression was the tool's name in all calls so far. */
  synchronized boolean isName(String expression) {
    return names.getOrDefault(expression, 0) == searches
        || (wordCounts.getOrDefault(expression, 0) == searches && names.isEmpty());
  }

  /** Returns whether the method is called so often without a tool that watching ends. */
  boolean isIdle() {
    return idle;
  }

  /** Returns whether the method has run once for each of at least three tool calls. */
  synchronized boolean isOncePerCall() {
    return single >= 3 && several == 0 && withoutTool == 0;
  }

  synchronized int calls() {
    return single;
  }

  /** Returns the expressions that were right in each call; {@code null} if there are none. */
  synchronized @Nullable Shape shape() {
    if (argumentSearches < 3) {
      return null;
    }
    Shape best = null;
    int lowest = Integer.MAX_VALUE;
    Set<String> candidates = new TreeSet<>(names.keySet());
    candidates.removeIf(path -> names.getOrDefault(path, 0) < searches);
    for (Map.Entry<String, Integer> args : arguments.entrySet()) {
      if (args.getValue() < argumentSearches) {
        continue;
      }
      Set<String> possible = candidates.isEmpty() ? namesBeside(args.getKey()) : candidates;
      for (String name : possible) {
        int rank =
            ranks.getOrDefault(args.getKey(), 0) * 1_000
                + (parent(name).equals(parent(args.getKey())) ? 0 : 500)
                + name.length()
                + args.getKey().length();
        if (rank < lowest && !name.equals(args.getKey())) {
          lowest = rank;
          best = new Shape(name, args.getKey());
        }
      }
    }
    return best;
  }

  /**
   * Returns the expression of a text beside the arguments, and not within them, that was the same
   * in all calls of a tool and differed between tools. If a tool is a function, this is its name,
   * which only the framework knows.
   */
  private Set<String> namesBeside(String args) {
    Set<String> found = new TreeSet<>();
    if (ranks.getOrDefault(args, 0) > 0) {
      return found; // An object may hold them by chance, as a lambda holds what it captures.
    }
    words.forEach(
        (path, byTool) -> {
          Set<Set<Integer>> values = new LinkedHashSet<>(byTool.values());
          if (parent(path).equals(parent(args))
              && !path.equals("this")
              && !path.startsWith(args + "[")
              && wordCounts.getOrDefault(path, 0) == searches
              && values.size() == keysByTool.size()
              && values.stream().allMatch(each -> each.size() == 1)) {
            found.add(path);
          }
        });
    return found.size() == 1 ? found : Set.of();
  }

  /** Returns how the result is built and read, if all calls agree. */
  synchronized Results.@Nullable Built result() {
    return results.size() == 1 ? results.iterator().next() : null;
  }

  /** Describes the tools and the keys of their arguments. */
  synchronized String tools() {
    StringBuilder text = new StringBuilder();
    keysByTool.forEach(
        (tool, keys) ->
            text.append(text.isEmpty() ? "" : ", ")
                .append(tool)
                .append(keys.isEmpty() ? "" : " {" + String.join(", ", keys) + "}"));
    return text.toString();
  }

  private static String parent(String path) {
    int end = path.lastIndexOf('.');
    return end < 0 ? "" : path.substring(0, end);
  }
}
