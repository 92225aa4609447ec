package io.loopsentinel.tools.discover;

import io.loopsentinel.tools.discover.ToolCall.Frame;
import io.loopsentinel.tools.support.Libraries;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The stacks of threads, as far as their methods may be watched. Thread-safe. */
final class Stacks {

  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();

  /** The agent's launcher, which is beside the application's classes. */
  private static final String LAUNCHER = "io.loopsentinel.launch.";

  private static final int MAX_DEPTH = 1_000;

  /** Maximum tool calls at which the stacks of all threads are read, which stops them. */
  private static final int MAX_SAMPLES = 40;

  private final Watching watching;
  private final AtomicInteger samples = new AtomicInteger();

  Stacks(Watching watching) {
    this.watching = watching;
  }

  /** Returns the methods on the stack of this thread, from the innermost outwards. */
  static List<MethodId> ofThread() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            stack ->
                stack
                    .limit(MAX_DEPTH)
                    .filter(frame -> isWatchable(frame.getDeclaringClass()))
                    .map(Stacks::method)
                    .toList());
  }

  /** Returns whether this thread got its work through the JDK alone, which carries runs. */
  static boolean isCarriedByJdk() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            stack ->
                stack
                    .map(StackWalker.StackFrame::getDeclaringClass)
                    .noneMatch(type -> isForeign(type) && isPlumbing(type.getName())));
  }

  /** Returns whether the methods of a class may be watched. */
  static boolean isWatchable(Class<?> type) {
    return isForeign(type)
        && !type.isHidden()
        && !type.getName().contains("$$")
        && !isPlumbing(type.getName());
  }

  private static boolean isPlumbing(String type) {
    return Libraries.haveClass(type) || type.startsWith(LAUNCHER);
  }

  /** Returns whether a class belongs to neither the JDK nor the agent. */
  private static boolean isForeign(Class<?> type) {
    ClassLoader loader = type.getClassLoader();
    return loader != null && loader != PLATFORM && loader != Stacks.class.getClassLoader();
  }

  private static MethodId method(StackWalker.StackFrame frame) {
    return new MethodId(frame.getDeclaringClass(), frame.getMethodName(), frame.getDescriptor());
  }

  /**
   * Identifies the calls on a stack.
   *
   * <p>A watched method without a seen entry was entered before it was watched. Such a call is
   * identified by its thread, because a later one would be seen.
   *
   * @param calls the seen calls on the stack, from the innermost outwards
   */
  List<Frame> frames(List<MethodId> methods, List<Activation> calls, long thread) {
    List<Frame> frames = new ArrayList<>();
    int next = 0;
    for (MethodId method : methods) {
      int found = next;
      while (found < calls.size() && !calls.get(found).method.equals(method)) {
        found++;
      }
      if (found < calls.size()) {
        frames.add(new Frame(method, calls.get(found).number));
        next = found + 1;
      } else if (watching.isInstalled(method)) {
        frames.add(new Frame(method, -thread));
      } else {
        frames.add(new Frame(method, 0));
      }
    }
    return frames;
  }

  /** Returns the seen calls on other threads, by thread. */
  List<List<Frame>> waiting(Set<Activation> active) {
    Map<Long, List<Activation>> byThread = new TreeMap<>();
    Thread current = Thread.currentThread();
    for (Activation each : active) {
      if (each.thread != current) {
        byThread.computeIfAbsent(each.thread.getId(), key -> new ArrayList<>()).add(each);
      }
    }
    return byThread.values().stream()
        .map(
            calls ->
                calls.stream()
                    .sorted(Comparator.comparing((Activation call) -> call.number).reversed())
                    .map(call -> new Frame(call.method, call.number))
                    .toList())
        .toList();
  }

  /** Requests that methods on which other threads wait be watched. */
  void requestWaiting() {
    if (samples.incrementAndGet() > MAX_SAMPLES) {
      return;
    }
    Map<String, Set<String>> names = new HashMap<>();
    Thread current = Thread.currentThread();
    Thread.getAllStackTraces()
        .forEach(
            (thread, stack) -> {
              if (thread != current) {
                Stream.of(stack)
                    .forEach(
                        frame ->
                            names
                                .computeIfAbsent(frame.getClassName(), key -> new HashSet<>())
                                .add(frame.getMethodName()));
              }
            });
    watching.requestNamed(names);
  }
}
