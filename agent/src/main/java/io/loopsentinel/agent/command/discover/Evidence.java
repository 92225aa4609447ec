package io.loopsentinel.agent.command.discover;

import io.loopsentinel.agent.command.inspect.rank.Candidate;
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
  private final List<List<Frame>> stacks = new ArrayList<>();
  private int calls;
  private int named;
  private int thrown;
  private @Nullable String unreadable;

  Evidence(Candidate candidate) {
    this.candidate = candidate;
  }

  /** What is known of a method from one moment on; a copy. */
  record Seen(
      Candidate candidate,
      int calls,
      int named,
      int thrown,
      int threads,
      Map<String, Integer> tools,
      List<String> shapes,
      Map<String, Integer> within,
      List<List<Frame>> stacks,
      @Nullable String unreadable) {}

  Candidate candidate() {
    return candidate;
  }

  /** Notes a call; returns whether its stack is of interest. */
  synchronized boolean called(long thread, @Nullable Evidence outer) {
    calls++;
    if (threads.size() < MOST_THREADS) {
      threads.add(thread);
    }
    if (outer != null && outer != this) {
      count(within, outer.candidate.type().binaryName() + "." + outer.candidate.method().name());
    }
    return stacks.size() < MOST_STACKS;
  }

  synchronized void stack(List<Frame> frames) {
    stacks.add(frames);
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
