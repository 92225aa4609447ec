package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.targets.expression.EvaluationException;
import io.loopsentinel.targets.expression.ExpressionException;
import io.loopsentinel.tools.inspect.MethodRef;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The observed calls of one method. Thread-safe; bounded. */
record Evidence(
    MethodRef method,
    TargetKind kind,
    AtomicInteger calls,
    AtomicInteger thrown,
    Set<Long> threads,
    Map<MethodRef, AtomicInteger> nested,
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

  /** Records a call; returns whether its stack is needed. */
  boolean recordCall(long thread) {
    calls.incrementAndGet();
    if (threads.size() < MAX_THREADS) {
      threads.add(thread);
    }
    return stacks.size() < MAX_STACKS;
  }

  /** Records that a call was made inside a call of the same or another method. */
  void recordNestedCall(MethodRef outer) {
    nested.computeIfAbsent(outer, key -> new AtomicInteger()).incrementAndGet();
  }

  /** Returns the number of calls that were made inside a call of the given method. */
  int nested(MethodRef outer) {
    AtomicInteger count = nested.get(outer);
    return count == null ? 0 : count.get();
  }

  /** Records the type of a future's value. */
  void recordFutureValue(@Nullable Object value) {
    if (value != null && futureTypes.size() < MAX_TYPES) {
      futureTypes.add(value.getClass().getName().replace('.', '/'));
    }
  }

  /** Returns the observed values of an expression. */
  Values values(String expression) {
    return values.computeIfAbsent(expression, key -> new Values());
  }

  /** Records why an expression could not be read. Only the first reason is kept. */
  void recordUnreadable(String expression, Throwable failure) {
    // Only the agent's own messages are kept, because other messages may quote arguments.
    boolean isOwn =
        failure instanceof ExpressionException || failure instanceof EvaluationException;
    unreadable.putIfAbsent(
        expression, isOwn ? String.valueOf(failure.getMessage()) : failure.getClass().getName());
  }
}
