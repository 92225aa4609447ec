package io.loopsentinel.agent.command.discover;

import io.loopsentinel.agent.command.inspect.Candidate;
import io.loopsentinel.agent.command.inspect.MethodRef;
import io.loopsentinel.agent.config.TargetKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of the calls of one candidate. Thread-safe; everything in it is bounded.
 *
 * <p>Of values it holds none but names of tools, told by their form.
 */
final class Evidence {

  private static final int MOST_NAMES = 20;
  private static final int MOST_SHAPES = 5;
  private static final int MOST_THREADS = 64;
  private static final int MOST_STACKS = 8;

  private final Candidate candidate;
  private final Map<String, Integer> tools = new LinkedHashMap<>();
  private final Set<String> shapes = new LinkedHashSet<>();
  private final Set<Long> threads = new LinkedHashSet<>();
  private final Map<String, Integer> within = new LinkedHashMap<>();
  private final List<List<MethodRef>> stacks = new ArrayList<>();
  private int calls;
  private int named;
  private int thrown;
  private @Nullable String unreadable;

  Evidence(Candidate candidate) {
    this.candidate = candidate;
  }

  /**
   * What was seen up to one moment.
   *
   * @param named how many of the calls named what can be a tool
   * @param within the candidates inside which it was called
   * @param stacks the callers of some calls, innermost first
   * @param unreadable why the tool's name and the arguments could not be read
   */
  record Seen(
      Candidate candidate,
      int calls,
      int named,
      int thrown,
      int threads,
      Map<String, Integer> tools,
      List<String> shapes,
      Map<String, Integer> within,
      List<List<MethodRef>> stacks,
      @Nullable String unreadable) {

    /** Returns how much speaks for the candidate: its own score, and what its calls looked like. */
    int score() {
      // What is called within another candidate is a part of the same turn or call.
      int score = candidate.score() - (within.isEmpty() ? 0 : 12);
      if (candidate.kind() != TargetKind.TOOL) {
        return score;
      }
      return score
          + (namedTools() ? 30 : -30)
          + (shapes.stream().allMatch(shape -> shape.endsWith("}")) ? 15 : 0)
          + (tools.size() > 1 ? 5 : 0);
    }

    /** Whether every call named what can be a tool. */
    boolean namedTools() {
      return named == calls;
    }
  }

  /** Notes a call; returns whether its stack is of interest. */
  synchronized boolean called(long thread, @Nullable Evidence outer) {
    calls++;
    if (threads.size() < MOST_THREADS) {
      threads.add(thread);
    }
    if (outer != null && outer != this) {
      count(within, outer.candidate.title());
    }
    return stacks.size() < MOST_STACKS;
  }

  synchronized void stack(List<MethodRef> callers) {
    stacks.add(callers);
  }

  /** Notes what was read from a call. */
  synchronized void read(@Nullable Object tool, @Nullable Object arguments) {
    if (tool != null && Shapes.isIdentifier(tool.toString())) {
      named++;
      count(tools, tool.toString());
    }
    if (shapes.size() < MOST_SHAPES) {
      shapes.add(Shapes.of(arguments));
    }
  }

  /** Notes that the tool's name or the arguments could not be read; the first reason is kept. */
  synchronized void unreadable(String reason) {
    if (unreadable == null) {
      unreadable = reason;
    }
  }

  synchronized void threw() {
    thrown++;
  }

  synchronized Seen seen() {
    return new Seen(
        candidate,
        calls,
        named,
        thrown,
        threads.size(),
        new LinkedHashMap<>(tools),
        List.copyOf(shapes),
        new LinkedHashMap<>(within),
        List.copyOf(stacks),
        unreadable);
  }

  private static void count(Map<String, Integer> counts, String key) {
    if (counts.size() < MOST_NAMES || counts.containsKey(key)) {
      counts.merge(key, 1, Integer::sum);
    }
  }
}
