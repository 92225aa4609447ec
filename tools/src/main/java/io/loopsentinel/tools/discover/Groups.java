package io.loopsentinel.tools.discover;

import io.loopsentinel.tools.discover.ToolCall.Frame;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Groups tool calls by the calls of other methods during which they were made. */
final class Groups {

  private static final int MIN_CALLS = 3;

  private final Map<MethodId, Map<Long, Integer>> onStack = new HashMap<>();
  private final Map<MethodId, Map<Long, Integer>> onOthers = new HashMap<>();
  private final Set<MethodId> recursive = new HashSet<>();

  Groups(List<ToolCall> calls) {
    for (ToolCall call : calls) {
      add(call.stack(), onStack);
      call.waiting().forEach(stack -> add(stack, onOthers));
    }
  }

  private void add(List<Frame> stack, Map<MethodId, Map<Long, Integer>> groups) {
    Map<MethodId, Long> outermost = new HashMap<>();
    for (Frame frame : stack) {
      if (outermost.put(frame.method(), frame.activation()) != null) {
        recursive.add(frame.method());
      }
    }
    outermost.forEach(
        (method, activation) -> {
          if (activation != 0) {
            groups
                .computeIfAbsent(method, key -> new HashMap<>())
                .merge(activation, 1, Integer::sum);
          }
        });
  }

  /**
   * Returns the method whose calls are the runs: the innermost that stays on the stack from one
   * tool call to the next, outside the dispatch; {@code null} if there is none.
   */
  @Nullable MethodId runOf(ToolCall call, @Nullable MethodId dispatch) {
    boolean isOutside = dispatch == null;
    for (Frame frame : call.stack()) {
      if (isOutside && isRun(frame.method(), onStack)) {
        return frame.method();
      }
      isOutside |= frame.method().equals(dispatch);
    }
    MethodId best = null;
    int most = 0;
    for (List<Frame> stack : call.waiting()) {
      for (Frame frame : stack) {
        int count = onOthers.getOrDefault(frame.method(), Map.of()).size();
        if (count > most && isRun(frame.method(), onOthers)) {
          most = count;
          best = frame.method();
        }
      }
    }
    return best;
  }

  /** Returns the number of runs that were seen. */
  int runs(MethodId method) {
    return Math.max(
        onStack.getOrDefault(method, Map.of()).size(),
        onOthers.getOrDefault(method, Map.of()).size());
  }

  private boolean isRun(MethodId method, Map<MethodId, Map<Long, Integer>> all) {
    Map<Long, Integer> groups = new HashMap<>(all.getOrDefault(method, Map.of()));
    // Of a call that was there before it was watched, only the end may have been seen.
    groups.entrySet().removeIf(each -> each.getKey() < 0 && each.getValue() == 1);
    return !recursive.contains(method)
        && groups.values().stream().mapToInt(Integer::intValue).sum() >= MIN_CALLS
        && groups.values().stream().allMatch(count -> count > 1);
  }
}
