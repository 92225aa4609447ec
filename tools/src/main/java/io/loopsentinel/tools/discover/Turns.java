package io.loopsentinel.tools.discover;

import io.loopsentinel.tools.discover.Search.Wanted;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Methods whose result held the name and the arguments of the next tool call: responses of the
 * model. Thread-safe; bounded.
 */
final class Turns {

  /** Maximum results that are kept until the next tool call. */
  private static final int MAX_RESULTS = 120;

  /** Maximum tool calls for which results are searched. More would only cost time. */
  private static final int MAX_SEARCHES = 100;

  private static final int MAX_MISSES = 6;

  /** Maximum earlier calls to look for: a list of all messages holds them, a response does not. */
  private static final int MAX_EARLIER = 3;

  /** Gemini's function calls are in a part of the content of a candidate. */
  private static final int DEPTH = 8;

  private static final Pattern INPUT = Pattern.compile("(?i)[^\\[]*(input|prompt)_?tokens?[^.]*");
  private static final Pattern OUTPUT =
      Pattern.compile("(?i)[^\\[]*(output|completion|candidates)_?tokens?[^.]*");
  private static final Pattern INDEX = Pattern.compile("\\[\\d+\\]");

  /** A member or list that a response without calls may lack. */
  private static final Pattern OPTIONAL = Pattern.compile("(?=\\[\\*)|(?<!return)(?=\\.)");

  /** A model takes longer; a builder of its response does not. */
  private static final long MIN_NANOS = 100_000;

  private final Values values;
  private final Search search;
  private final Deque<Returned> results = new ArrayDeque<>();
  private final Deque<Wanted> earlier = new ArrayDeque<>();
  private final Map<MethodId, Map<String, Queue<ToolCall>>> found = new ConcurrentHashMap<>();

  /** The classes of the results. Responses are all of one class. */
  private final Map<MethodId, Set<Class<?>>> types = new ConcurrentHashMap<>();

  /** The classes of the objects that hold the requested calls; Object if they have several. */
  private final Map<Owner, Class<?>> lists = new ConcurrentHashMap<>();

  private final AtomicInteger calls = new AtomicInteger();
  private final Map<MethodId, Long> times = new ConcurrentHashMap<>();
  private final Map<MethodId, Integer> searches = new ConcurrentHashMap<>();

  Turns(Values values, Search search) {
    this.values = values;
    this.search = search;
  }

  private record Owner(MethodId method, String path) {}

  private record Returned(MethodId method, Object value, long nanos) {}

  /**
   * A response of the model.
   *
   * @param inputTokens the expression of the request's tokens; empty if not found
   * @param outputTokens the expression of the response's tokens; empty if not found
   * @param seen the number of tool calls that it announced
   * @param nanos the shortest time that it took
   */
  record Turn(
      MethodId method,
      String tool,
      String args,
      String inputTokens,
      String outputTokens,
      long seen,
      long nanos) {}

  /** Records a result, of which nothing is kept after the next tool call. */
  void returned(MethodId method, Object value, long nanos) {
    boolean isOther = searches.getOrDefault(method, 0) >= MAX_MISSES && !found.containsKey(method);
    if (!value.getClass().getName().startsWith("kotlin.")) {
      types.computeIfAbsent(method, key -> ConcurrentHashMap.newKeySet()).add(value.getClass());
    }
    lists.forEach(
        (path, type) -> {
          if (path.method.equals(method) && isOtherType(value, path.path, type)) {
            lists.put(path, Object.class);
          }
        });
    if (Values.isLeaf(value) || isOther || calls.get() >= MAX_SEARCHES) {
      return;
    }
    synchronized (results) {
      results.removeIf(each -> each.method.equals(method));
      results.addLast(new Returned(method, value, nanos));
      if (results.size() > MAX_RESULTS) {
        results.removeFirst();
      }
    }
  }

  /** Searches the results since the last tool call for this one. */
  void called(ToolCall call, Wanted wanted) {
    List<Returned> since;
    List<Wanted> before;
    synchronized (results) {
      since = List.copyOf(results);
      results.clear();
      before = earlier.stream().filter(each -> !each.equals(wanted)).toList();
      earlier.addLast(wanted);
      if (earlier.size() > MAX_EARLIER) {
        earlier.removeFirst();
      }
    }
    if (calls.incrementAndGet() > MAX_SEARCHES) {
      return;
    }
    boolean isAnnounced = false;
    for (Returned each : since) {
      searches.merge(each.method, 1, Integer::sum);
      Map<String, Object> within = values.withElements(root(each.value), DEPTH);
      Set<String> pairs = pairs(wanted, within);
      isAnnounced |= !pairs.isEmpty();
      if (!pairs.isEmpty()) {
        // A list with earlier calls is the whole conversation.
        before.forEach(earlierCall -> pairs.removeAll(pairs(earlierCall, within)));
      }
      String pair = pairs.stream().min(Comparator.comparing(String::length)).orElse(null);
      if (pair != null) {
        String owner = owner(pair);
        Object holder = values.within(root(each.value), DEPTH).get(owner);
        if (holder != null) {
          lists.putIfAbsent(new Owner(each.method, owner), holder.getClass());
        }
        times.merge(each.method, each.nanos, Math::min);
        String tokens = "\n" + number(within, INPUT) + "\n" + number(within, OUTPUT);
        found
            .computeIfAbsent(each.method, key -> new ConcurrentHashMap<>())
            .computeIfAbsent(pair + tokens, key -> new ConcurrentLinkedQueue<>())
            .add(call);
      }
    }
    call.announced(isAnnounced);
  }

  private static Map<String, @Nullable Object> root(Object value) {
    Map<String, @Nullable Object> root = new LinkedHashMap<>();
    root.put("return", value);
    return root;
  }

  private boolean isOtherType(Object value, String path, Class<?> type) {
    Object owner = values.within(root(value), DEPTH).get(path);
    return owner == null || owner.getClass() != type;
  }

  /** Returns the expression of the object that holds the requested calls. */
  private static String owner(String tool) {
    String list = tool.substring(0, tool.indexOf("[*]"));
    return list.substring(0, Math.max(list.lastIndexOf('.'), "return".length()));
  }

  /** Returns whether all results of a method had one type, and held the calls in one. */
  private boolean isResponse(MethodId method) {
    return types.getOrDefault(method, Set.of()).size() == 1
        && lists.entrySet().stream()
            .noneMatch(
                each -> each.getKey().method.equals(method) && each.getValue() == Object.class);
  }

  /** Returns the expressions of name and arguments, one a line, that read a call in a list. */
  private Set<String> pairs(Wanted wanted, Map<String, Object> within) {
    Search.Found match = search.searchAmong(wanted, within);
    Set<String> pairs = new TreeSet<>();
    for (String name : match.names()) {
      for (Map.Entry<String, Integer> args : match.arguments().entrySet()) {
        if (args.getValue() <= 1 && sameElement(name, args.getKey())) {
          pairs.add(INDEX.matcher(name + "\n" + args.getKey()).replaceAll("[*]"));
        }
      }
    }
    return pairs;
  }

  private static String number(Map<String, Object> within, Pattern name) {
    return within.entrySet().stream()
        .filter(each -> each.getValue() instanceof Number && name.matcher(each.getKey()).matches())
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse("");
  }

  /** Returns whether two expressions read the same element of a list of calls. */
  private static boolean sameElement(String one, String other) {
    int end = one.lastIndexOf(']');
    return end > 0 && one.charAt(end - 1) != '"' && other.startsWith(one.substring(0, end + 1));
  }

  /**
   * Returns the responses, the best first: the method that takes longest, because it waits for the
   * model.
   *
   * @param counted the calls that count
   */
  List<Turn> all(Set<ToolCall> counted) {
    List<Turn> turns = new ArrayList<>();
    found.forEach(
        (method, byExpressions) ->
            byExpressions.forEach(
                (text, calls) -> {
                  String[] each = OPTIONAL.matcher(text).replaceAll("?").split("\n", -1);
                  long seen = calls.stream().filter(counted::contains).count();
                  long nanos = times.getOrDefault(method, 0L);
                  turns.add(new Turn(method, each[0], each[1], each[2], each[3], seen, nanos));
                }));
    turns.removeIf(each -> each.nanos() < MIN_NANOS || !isResponse(each.method()));
    turns.sort(Comparator.comparing(Turn::nanos).reversed());
    return turns;
  }
}
