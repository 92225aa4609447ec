package io.loopsentinel.tools.discover;

import io.loopsentinel.tools.discover.ToolCall.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Groups tool calls by the calls of other methods during which they were made. */
final class Groups {

  private static final int MIN_CALLS = 3;

  /** Minimum share of calls with several tool calls. Others may only have waited beside one. */
  private static final double MIN_SHARE_WITH_SEVERAL = 0.9;

  /**
   * Maximum number of equal tool calls in a run without a loop. A method that waits for more of
   * them waits for several runs.
   */
  private static final int MAX_EQUAL_CALLS = 3;

  /** Minimum share of those in which the model answered between two tool calls. */
  private static final double MIN_SHARE_SPANNING = 0.5;

  private final Map<MethodId, Map<Long, List<ToolCall>>> onStack = new HashMap<>();
  private final Map<MethodId, Map<Long, List<ToolCall>>> onAnyStack = new HashMap<>();
  private final Map<MethodId, Boolean> stays = new HashMap<>();
  private final Map<MethodId, Boolean> waits = new HashMap<>();
  private final Set<MethodId> recursive = new HashSet<>();

  Groups(List<ToolCall> calls) {
    for (ToolCall call : calls) {
      add(call, call.stack(), onStack);
      add(call, call.stack(), onAnyStack);
      call.waiting().forEach(stack -> add(call, stack, onAnyStack));
    }
  }

  private void add(
      ToolCall call, List<Frame> stack, Map<MethodId, Map<Long, List<ToolCall>>> groups) {
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
                .computeIfAbsent(method, key -> new LinkedHashMap<>())
                .computeIfAbsent(activation, key -> new ArrayList<>())
                .add(call);
          }
        });
  }

  /**
   * Returns the method call that is the run: the innermost outside the dispatch that stays on the
   * stack from one tool call to the next. If there is none, another thread may wait for the tool:
   * then the call that began last.
   */
  @Nullable Frame runOf(ToolCall call, @Nullable MethodId dispatch) {
    boolean isOutside = dispatch == null;
    for (Frame frame : call.stack()) {
      if (isOutside && stays.computeIfAbsent(frame.method(), this::stays)) {
        return frame;
      }
      isOutside |= frame.method().equals(dispatch);
    }
    return call.waiting().stream()
        .flatMap(
            stack ->
                stack.stream()
                    .filter(frame -> waits.computeIfAbsent(frame.method(), this::waits))
                    .limit(1))
        .max(Comparator.comparing(Frame::activation))
        .orElse(null);
  }

  /** Returns the run of a call, if no other call of its method was active. */
  @Nullable Frame surelyRunOf(ToolCall call, @Nullable MethodId dispatch) {
    Frame run = runOf(call, dispatch);
    boolean isSure =
        run != null
            && run.activation() > 0
            && (call.stack().contains(run) || isAlone(run.method(), call));
    return isSure ? run : null;
  }

  private boolean stays(MethodId method) {
    return isRun(method, onStack);
  }

  private boolean waits(MethodId method) {
    return isRun(method, onAnyStack) && isOneRun(method);
  }

  /**
   * Returns whether no call of a waiting method has more equal tool calls than one run. Tool calls
   * during several calls of the method do not count: they may belong to any of them.
   */
  private boolean isOneRun(MethodId method) {
    return onAnyStack.getOrDefault(method, Map.of()).values().stream()
        .noneMatch(
            calls ->
                calls.stream()
                    .filter(call -> isAlone(method, call))
                    .collect(Collectors.groupingBy(ToolCall::content, Collectors.counting()))
                    .values()
                    .stream()
                    .anyMatch(count -> count > MAX_EQUAL_CALLS));
  }

  private static boolean isAlone(MethodId method, ToolCall call) {
    return call.frames().filter(frame -> frame.method().equals(method)).count() == 1;
  }

  /** Returns the number of runs that were seen. */
  int runs(MethodId method) {
    return onAnyStack.getOrDefault(method, Map.of()).size();
  }

  private boolean isRun(MethodId method, Map<MethodId, Map<Long, List<ToolCall>>> all) {
    Map<Long, List<ToolCall>> groups = new HashMap<>(all.getOrDefault(method, Map.of()));
    // Of a call that began before it was watched, only the end may have been seen.
    groups.entrySet().removeIf(each -> each.getKey() < 0 && each.getValue().size() == 1);
    List<List<ToolCall>> several =
        groups.values().stream().filter(calls -> calls.size() > 1).toList();
    // A method that was called once may be the whole program.
    return groups.size() > 1
        && !recursive.contains(method)
        && several.stream().mapToInt(List::size).sum() >= MIN_CALLS
        && several.size() >= MIN_SHARE_WITH_SEVERAL * groups.size()
        && spansAnswers(method, several);
  }

  /**
   * Returns whether the model answered during the calls of a method, not only before them as for a
   * method that handles one answer. Calls that overlap others of the method are ignored unless all
   * do, because the answer may be for another user. One answer has no equal tool calls.
   */
  private static boolean spansAnswers(MethodId method, List<List<ToolCall>> several) {
    List<List<ToolCall>> known =
        several.stream()
            .filter(calls -> calls.stream().anyMatch(call -> call.isAnnounced(false)))
            .toList();
    List<List<ToolCall>> alone =
        known.stream()
            .filter(calls -> calls.stream().allMatch(call -> isAlone(method, call)))
            .toList();
    known = alone.isEmpty() ? known : alone;
    long spanning =
        known.stream()
            .filter(
                calls ->
                    hasEqual(calls)
                        || calls.stream().skip(1).anyMatch(call -> call.isAnnounced(true)))
            .count();
    return spanning >= MIN_SHARE_SPANNING * known.size();
  }

  private static boolean hasEqual(List<ToolCall> calls) {
    return calls.stream().map(ToolCall::content).distinct().count() < calls.size();
  }
}
