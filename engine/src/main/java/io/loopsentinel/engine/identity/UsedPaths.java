package io.loopsentinel.engine.identity;

import io.loopsentinel.engine.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * The paths of rules that have matched an argument or a member of a result. Thread-safe; bounded by
 * the rules.
 */
public final class UsedPaths {

  /** The setting that names members of results that do not count. */
  public static final String IN_RESULTS = "identity.ignore_results";

  private static final int MAX_TOOLS = 100;

  private final String key;
  private final Map<IdentityRule, Use> uses = new ConcurrentHashMap<>();

  /** The tools for which a rule was used, and those of its paths that matched. */
  private record Use(Set<String> tools, Set<String> matchedPaths, LongAdder calls) {}

  /**
   * A path that has matched no argument or result, or a pattern that has matched no result.
   *
   * @param key the setting in which it is configured
   * @param tools the tools for which it was used, sorted by name; at most 100, and none for a
   *     pattern
   */
  public record Unused(String key, String path, Set<String> tools) {

    /** Returns whether it may be meant for rare cases, so that it is no sign of a mistake. */
    public boolean isPrecaution() {
      return !key.startsWith("identity.");
    }

    /** Returns whether it is about results instead of arguments. */
    public boolean isOfResults() {
      return tools.isEmpty() || key.equals(IN_RESULTS);
    }
  }

  /**
   * Creates an instance for the rules of a setting.
   *
   * @param key the setting of the members that do not count
   */
  public UsedPaths(String key) {
    this.key = key;
  }

  /** Records the paths that matched an argument of a call, or a member of its result. */
  public void add(String tool, IdentityRule rule, Set<String> matched) {
    if (!rule.hasPaths()) {
      return;
    }
    Use use =
        uses.computeIfAbsent(
            rule,
            unused ->
                new Use(
                    new ConcurrentSkipListSet<>(), ConcurrentHashMap.newKeySet(), new LongAdder()));
    use.matchedPaths.addAll(matched);
    use.calls.increment();
    if (use.tools.size() < MAX_TOOLS) {
      use.tools.add(Printable.name(tool));
    }
  }

  /**
   * Returns the paths of used rules that have matched no argument.
   *
   * @param minCalls the minimum number of calls for which a rule was used
   */
  public List<Unused> unused(int minCalls) {
    List<Unused> unused = new ArrayList<>();
    uses.forEach(
        (rule, use) -> {
          if (use.calls.sum() >= minCalls) {
            addUnused(rule, use, unused);
          }
        });
    return unused;
  }

  private void addUnused(IdentityRule rule, Use use, List<Unused> unused) {
    Stream.of(rule.ignore(), rule.only())
        .flatMap(List::stream)
        .filter(path -> !use.matchedPaths.contains(path))
        .map(
            path -> new Unused(rule.only().contains(path) ? "identity.only" : key, path, use.tools))
        .forEach(unused::add);
  }
}
