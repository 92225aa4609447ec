package io.loopsentinel.tools.discover;

import io.loopsentinel.tools.discover.ToolCall.Frame;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the id in the parameters of a dispatch that identifies its run. */
final class Sessions {

  private static final int MIN_RUNS = 2;

  /** Minimum ratio of ids to active runs: the calls of some runs may not have been searched. */
  private static final double MIN_IDS_PER_RUN = 0.8;

  private static final Pattern ID_PATH = Pattern.compile("(?i).*id(\\(\\)|\"\\])?");
  private static final int MAX_LENGTH = 128;

  private Sessions() {}

  /** Returns the hashes of the texts that may be ids, by expression. */
  static Map<String, Integer> ids(Map<String, Object> values) {
    Map<String, Integer> ids = new HashMap<>();
    values.forEach(
        (path, value) -> {
          String text = Values.isLeaf(value) ? value.toString() : "";
          if (ID_PATH.matcher(path).matches() && !text.isEmpty() && text.length() <= MAX_LENGTH) {
            ids.put(path, text.hashCode());
          }
        });
    return ids;
  }

  /**
   * Returns the expression whose value was constant in each run and differed between runs.
   *
   * @param runs the runs of the dispatch's calls, as far as they are known
   * @param all all calls of the dispatch, including those during another run
   */
  static @Nullable String find(MethodId dispatch, Map<ToolCall, Frame> runs, List<ToolCall> all) {
    Set<String> paths =
        runs.keySet().stream()
            .flatMap(call -> call.ids(dispatch).keySet().stream())
            .collect(Collectors.toSet());
    return paths.stream()
        .filter(path -> separates(path, dispatch, runs))
        .filter(path -> differs(path, dispatch, runs, all))
        .min(Comparator.comparing(String::length).thenComparing(path -> path))
        .orElse(null);
  }

  /** Returns whether nearly every run had its own id. Concurrent runs may share an object. */
  private static boolean differs(
      String path, MethodId dispatch, Map<ToolCall, Frame> runs, List<ToolCall> all) {
    Set<MethodId> methods = runs.values().stream().map(Frame::method).collect(Collectors.toSet());
    Set<Frame> active = new HashSet<>();
    Set<Integer> values = new HashSet<>();
    for (ToolCall call : all) {
      Integer id = call.ids(dispatch).get(path);
      if (id != null) {
        values.add(id);
        call.frames()
            .filter(frame -> frame.activation() > 0 && methods.contains(frame.method()))
            .forEach(active::add);
      }
    }
    return values.size() >= MIN_IDS_PER_RUN * active.size();
  }

  private static boolean separates(String path, MethodId dispatch, Map<ToolCall, Frame> runs) {
    Map<Frame, Set<Integer>> byRun = new HashMap<>();
    Map<Frame, Integer> calls = new HashMap<>();
    for (Map.Entry<ToolCall, Frame> each : runs.entrySet()) {
      Map<String, Integer> ids = each.getKey().ids(dispatch);
      if (!ids.isEmpty()) {
        byRun
            .computeIfAbsent(each.getValue(), key -> new HashSet<>())
            .add(ids.getOrDefault(path, 0));
        calls.merge(each.getValue(), 1, Integer::sum);
      }
    }
    List<Integer> values = byRun.values().stream().flatMap(Set::stream).toList();
    return calls.values().stream().filter(count -> count > 1).count() >= MIN_RUNS
        && values.size() == byRun.size()
        && new HashSet<>(values).size() == values.size()
        && !values.contains(0);
  }
}
