package io.loopsentinel.engine.identity;

import io.loopsentinel.engine.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.stream.Stream;

/**
 * Which paths of rules have named an argument so far. Thread-safe; bounded by the rules' number.
 */
public final class UsedPaths {

  private static final int MOST_TOOLS = 100;

  private final Map<IdentityRule, Use> uses = new ConcurrentHashMap<>();

  /** The tools that a rule was used for, and its paths that named an argument of one. */
  private record Use(Set<String> tools, Set<String> named) {}

  /**
   * A path that has named no argument.
   *
   * @param key under which it is configured
   * @param tools whose calls had none, in the order of their names; at most 100
   */
  public record Unused(String key, String path, Set<String> tools) {}

  /** Notes the paths that named an argument of a call. */
  public void add(String tool, IdentityRule rule, Set<String> named) {
    if (rule.ignore().isEmpty() && rule.only().isEmpty()) {
      return;
    }
    Use use =
        uses.computeIfAbsent(
            rule, key -> new Use(new ConcurrentSkipListSet<>(), ConcurrentHashMap.newKeySet()));
    use.named.addAll(named);
    if (use.tools.size() < MOST_TOOLS) {
      use.tools.add(Printable.of(tool, Printable.NAME));
    }
  }

  /** Returns the paths of rules that were used, but named no argument. */
  public List<Unused> unused() {
    List<Unused> unused = new ArrayList<>();
    uses.forEach(
        (rule, use) ->
            Stream.of(rule.ignore(), rule.only())
                .flatMap(List::stream)
                .filter(path -> !use.named.contains(path))
                .map(
                    path ->
                        new Unused(
                            rule.only().contains(path) ? "identity.only" : "identity.ignore",
                            path,
                            use.tools))
                .forEach(unused::add));
    return unused;
  }
}
