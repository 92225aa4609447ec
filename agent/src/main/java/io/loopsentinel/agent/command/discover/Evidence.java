package io.loopsentinel.agent.command.discover;

import io.loopsentinel.agent.command.inspect.Candidate;
import io.loopsentinel.agent.command.inspect.MethodRef;
import io.loopsentinel.agent.config.TargetKind;
import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.expression.ExpressionException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicInteger;
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

  final Candidate candidate;
  final AtomicInteger calls = new AtomicInteger();
  final AtomicInteger thrown = new AtomicInteger();
  final Map<String, Integer> tools = new ConcurrentSkipListMap<>();
  final Set<String> shapes = new ConcurrentSkipListSet<>();
  final Set<Long> threads = ConcurrentHashMap.newKeySet();

  /** How often it was called inside which other candidate. */
  final Map<String, Integer> within = new ConcurrentSkipListMap<>();

  /** The callers of some calls, innermost first. */
  final Queue<List<MethodRef>> stacks = new ConcurrentLinkedQueue<>();

  /** The first reason why the tool's name and the arguments could not be read. */
  volatile @Nullable String unreadable;

  private final AtomicInteger named = new AtomicInteger();

  Evidence(Candidate candidate) {
    this.candidate = candidate;
  }

  /** Notes a call; returns whether its stack is of interest. */
  boolean called(long thread, @Nullable Evidence outer) {
    calls.incrementAndGet();
    if (threads.size() < MOST_THREADS) {
      threads.add(thread);
    }
    if (outer != null && outer != this) {
      count(within, outer.candidate.title());
    }
    return stacks.size() < MOST_STACKS;
  }

  void read(@Nullable Object tool, @Nullable Object arguments) {
    if (tool != null && Shapes.isIdentifier(tool.toString())) {
      named.incrementAndGet();
      count(tools, tool.toString());
    }
    if (shapes.size() < MOST_SHAPES) {
      shapes.add(Shapes.of(arguments));
    }
  }

  void unreadable(Throwable failure) {
    if (unreadable == null) {
      // Only what the agent words itself is told: messages of others may quote arguments.
      boolean isOwn =
          failure instanceof ExpressionException || failure instanceof EvaluationException;
      unreadable = isOwn ? String.valueOf(failure.getMessage()) : failure.getClass().getName();
    }
  }

  /** Whether every call named what can be a tool. */
  boolean namedTools() {
    return named.get() == calls.get();
  }

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

  private static void count(Map<String, Integer> counts, String key) {
    if (counts.size() < MOST_NAMES || counts.containsKey(key)) {
      counts.merge(key, 1, Integer::sum);
    }
  }
}
