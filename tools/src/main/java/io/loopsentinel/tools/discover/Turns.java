package io.loopsentinel.tools.discover;

import io.loopsentinel.tools.discover.Search.Wanted;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Methods whose result held the name and the arguments of the next tool call: responses of the
 * model. Thread-safe; bounded.
 */
final class Turns {

  /** Results that are kept until the next tool call. */
  private static final int MAX_RESULTS = 24;

  private static final int MAX_SEARCHES = 12;
  private static final int DEPTH = 6;
  private static final Pattern INDEX = Pattern.compile("\\[\\d+\\]");

  private final Watching watching;
  private final Values values;
  private final Search search;
  private final Deque<Returned> results = new ArrayDeque<>();
  private final Map<MethodId, Map<String, Integer>> found = new ConcurrentHashMap<>();
  private final Map<MethodId, Integer> searches = new ConcurrentHashMap<>();

  Turns(Watching watching, Values values, Search search) {
    this.watching = watching;
    this.values = values;
    this.search = search;
  }

  private record Returned(MethodId method, Object value) {}

  /**
   * A response of the model.
   *
   * @param tool the names of the requested tools
   * @param args the arguments of each
   * @param seen the number of tool calls that it announced
   */
  record Turn(MethodId method, String tool, String args, int seen) {}

  /** Records a result, of which nothing is kept after the next tool call. */
  void returned(MethodId method, Object value) {
    if (Values.isLeaf(value) || searches.getOrDefault(method, 0) >= MAX_SEARCHES) {
      return;
    }
    synchronized (results) {
      results.removeIf(each -> each.method.equals(method));
      results.addLast(new Returned(method, value));
      if (results.size() > MAX_RESULTS) {
        results.removeFirst();
      }
    }
  }

  /** Searches the results since the last tool call for this one. */
  void called(Wanted wanted) {
    List<Returned> since;
    synchronized (results) {
      since = List.copyOf(results);
      results.clear();
    }
    for (Returned each : since) {
      searches.merge(each.method, 1, Integer::sum);
      String pair = pair(wanted, each.value);
      if (pair != null) {
        found.computeIfAbsent(each.method, key -> new HashMap<>()).merge(pair, 1, Integer::sum);
      }
    }
  }

  /** Returns the expressions of name and arguments, with a line break between; null if absent. */
  private @Nullable String pair(Wanted wanted, Object value) {
    Map<String, @Nullable Object> root = new LinkedHashMap<>();
    root.put("return", value);
    Map<String, Object> within = values.withElements(root, DEPTH);
    Search.Found match = search.searchAmong(wanted, within);
    String best = null;
    for (String name : match.names()) {
      for (Map.Entry<String, Integer> args : match.arguments().entrySet()) {
        if (args.getValue() <= 1 && sameElement(name, args.getKey())) {
          String one = INDEX.matcher(name + "\n" + args.getKey()).replaceAll("[*]");
          best = best == null || one.length() < best.length() ? one : best;
        }
      }
    }
    return best;
  }

  /** Returns whether two expressions read the same element of a list of calls. */
  private static boolean sameElement(String one, String other) {
    int end = one.lastIndexOf(']');
    return end > 0 && one.charAt(end - 1) != '"' && other.startsWith(one.substring(0, end + 1));
  }

  /** Requests that the methods which a stack's methods call be watched. */
  void watchCallees(Collection<MethodId> stack) {
    watching.requestCallees(stack);
  }

  /** Returns the responses, the most frequent first. */
  List<Turn> all() {
    return found.entrySet().stream()
        .flatMap(
            each ->
                each.getValue().entrySet().stream()
                    .map(
                        pair -> {
                          String[] parts = pair.getKey().split("\n", -1);
                          return new Turn(each.getKey(), parts[0], parts[1], pair.getValue());
                        }))
        .sorted((one, other) -> other.seen() - one.seen())
        .toList();
  }
}
