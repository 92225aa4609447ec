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

  /** Calls in which parameters are searched. More would only cost time. */
  private static final int MAX_SEARCHES = 24;

  private static final int MAX_IDLE_CALLS = 1_000;
  private static final int MAX_KEYS = 12;
  private static final int MAX_RESULTS = 4;

  private final Map<String, Integer> names = new HashMap<>();
  private final Map<String, Integer> arguments = new HashMap<>();
  private final Map<String, Integer> ranks = new HashMap<>();
  private final Map<String, Set<String>> keysByTool = new TreeMap<>();
  private final Set<Results.Built> results = new LinkedHashSet<>();
  private int searches;
  private int argumentSearches;
  private int single;
  private int several;
  private int withoutTool;
  private volatile boolean idle;

  /** The expressions of the tool's name and its arguments. */
  record Shape(String tool, String args) {}

  synchronized boolean wantsSearch() {
    return searches < MAX_SEARCHES;
  }

  synchronized boolean wantsResult() {
    return single < MAX_RESULTS;
  }

  /** Records what a search in the parameters of one call has found. */
  synchronized void found(Search.Found found) {
    searches++;
    found.names().forEach(path -> names.merge(path, 1, Integer::sum));
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

  /** Records the end of a call. */
  synchronized void ended(Activation call, Results.@Nullable Built result) {
    if (call.toolCalls == 1) {
      single++;
      if (result != null) {
        results.add(result);
      }
    } else if (call.toolCalls > 1) {
      several++;
    } else {
      withoutTool++;
      idle = single + several == 0 && withoutTool > MAX_IDLE_CALLS;
    }
  }

  /** Returns whether the method is called so often without a tool that it needs no more watch. */
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
    Shape best = null;
    int lowest = Integer.MAX_VALUE;
    if (argumentSearches < 3) {
      return null;
    }
    for (Map.Entry<String, Integer> name : names.entrySet()) {
      for (Map.Entry<String, Integer> args : arguments.entrySet()) {
        if (name.getValue() == searches && args.getValue() == argumentSearches) {
          int rank =
              ranks.getOrDefault(args.getKey(), 0) * 1_000
                  + (parent(name.getKey()).equals(parent(args.getKey())) ? 0 : 500)
                  + name.getKey().length()
                  + args.getKey().length();
          if (rank < lowest && !name.getKey().equals(args.getKey())) {
            lowest = rank;
            best = new Shape(name.getKey(), args.getKey());
          }
        }
      }
    }
    return best;
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
