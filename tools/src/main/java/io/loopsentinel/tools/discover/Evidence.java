package io.loopsentinel.tools.discover;

import io.loopsentinel.agent.config.TargetKind;
import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.expression.ExpressionException;
import io.loopsentinel.tools.inspect.MethodRef;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What was seen of the calls of one method. Thread-safe; bounded. */
record Evidence(
    MethodRef method,
    TargetKind kind,
    AtomicInteger calls,
    AtomicInteger thrown,
    Set<Long> threads,
    Map<MethodRef, AtomicInteger> nestedCalls,
    Set<String> futureTypes,
    Queue<List<MethodRef>> stacks,
    Map<String, Values> values,
    Map<String, String> unreadable) {

  private static final int MAX_THREADS = 64;
  private static final int MAX_STACKS = 8;
  private static final int MAX_TYPES = 8;

  Evidence(MethodRef method, TargetKind kind) {
    this(
        method,
        kind,
        new AtomicInteger(),
        new AtomicInteger(),
        ConcurrentHashMap.newKeySet(),
        new ConcurrentHashMap<>(),
        ConcurrentHashMap.newKeySet(),
        new ConcurrentLinkedQueue<>(),
        new ConcurrentHashMap<>(),
        new ConcurrentHashMap<>());
  }

  /** Notes a call; returns whether its stack is of interest. */
  boolean recordCall(long thread) {
    calls.incrementAndGet();
    if (threads.size() < MAX_THREADS) {
      threads.add(thread);
    }
    return stacks.size() < MAX_STACKS;
  }

  /** Notes that a call was made within one of another method, or of the same one. */
  void recordNestedCall(MethodRef outer) {
    nestedCalls.computeIfAbsent(outer, key -> new AtomicInteger()).incrementAndGet();
  }

  /** Returns how many of its calls were made within one of another method, or of its own. */
  int nestedCalls(MethodRef outer) {
    AtomicInteger noted = nestedCalls.get(outer);
    return noted == null ? 0 : noted.get();
  }

  /** Notes the type of what a future gave. */
  void recordFutureValue(@Nullable Object value) {
    if (value != null && futureTypes.size() < MAX_TYPES) {
      futureTypes.add(value.getClass().getName().replace('.', '/'));
    }
  }

  /** Returns what an expression gave. */
  Values values(String expression) {
    return values.computeIfAbsent(expression, key -> new Values());
  }

  /** Notes why an expression could not be read, the first time. */
  void unreadable(String expression, Throwable failure) {
    // Only what the agent words itself is told: messages of others may quote arguments.
    boolean isOwn =
        failure instanceof ExpressionException || failure instanceof EvaluationException;
    unreadable.putIfAbsent(
        expression, isOwn ? String.valueOf(failure.getMessage()) : failure.getClass().getName());
  }
}
