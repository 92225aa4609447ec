package io.loopsentinel.tools.discover;

import io.loopsentinel.tools.discover.ToolCall.Frame;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The targets that follow from the observed calls. */
final class Proposal {

  private static final int MIN_CALLS = 3;

  private final Calls calls;
  private final Expressions expressions;
  private final Groups groups;

  /** The calls by dispatch, and those without one under {@code null}. */
  private final Map<MethodId, List<ToolCall>> dispatched = new LinkedHashMap<>();

  private final Map<MethodId, Integer> runs = new LinkedHashMap<>();
  private final Set<MethodId> withoutRun = new LinkedHashSet<>();
  private final Set<String> undispatched = new LinkedHashSet<>();

  Proposal(Calls calls, Expressions expressions) {
    this.calls = calls;
    this.expressions = expressions;
    List<ToolCall> all = calls.toolCalls();
    this.groups = new Groups(all);
    for (ToolCall call : all) {
      MethodId dispatch = dispatchOf(call);
      if (dispatch == null) {
        undispatched.add(call.tool());
      } else {
        dispatched.computeIfAbsent(dispatch, key -> new ArrayList<>()).add(call);
      }
      MethodId run = groups.runOf(call, dispatch);
      if (run != null) {
        runs.merge(run, 1, Integer::sum);
      }
    }
    runs.values().removeIf(count -> count < MIN_CALLS);
    dispatched.forEach(
        (dispatch, made) -> {
          if (made.stream().noneMatch(call -> runs.containsKey(groups.runOf(call, dispatch)))) {
            withoutRun.add(dispatch);
          }
        });
  }

  /** Returns the outermost method that dispatched a call and whose result can be built. */
  private @Nullable MethodId dispatchOf(ToolCall call) {
    MethodId best = null;
    boolean answers = false;
    for (Frame frame : call.stack()) {
      Evidence seen = calls.evidence(frame.method());
      if (seen.isOncePerCall() && expressions.shape(frame.method(), seen) != null) {
        boolean canAnswer = expressions.result(frame.method(), seen) != null;
        if (canAnswer || !answers) {
          best = frame.method();
          answers |= canAnswer;
        }
      }
    }
    return best;
  }

  /** Returns the targets of dispatch methods and runs. */
  List<TargetText> targets() {
    List<TargetText> targets = new ArrayList<>();
    int number = 0;
    for (MethodId method : dispatched.keySet()) {
      targets.add(dispatch(method, "dispatch-" + ++number));
    }
    number = 0;
    for (MethodId method : runs.keySet()) {
      targets.add(
          new TargetText("run-" + ++number, "run", method)
              .comment(
                  "seen in %d runs: stayed active over %d tool calls, several in each run"
                      .formatted(groups.runs(method), runs.get(method))));
    }
    return targets;
  }

  private TargetText dispatch(MethodId method, String name) {
    Evidence seen = calls.evidence(method);
    Evidence.Shape shape = Objects.requireNonNull(expressions.shape(method, seen));
    TargetText target =
        new TargetText(name, "tool", method)
            .comment("seen %d times: %s".formatted(seen.calls(), seen.tools()))
            .with("tool", shape.tool())
            .with("args", shape.args())
            .with("session", "run ?? shared(thread)");
    Results.Built result = expressions.result(method, seen);
    if (result == null) {
      target.comment("No result could be built from text, so a hint becomes an abort.");
    } else {
      target.with("output", result.output()).with("result", result.result());
    }
    if (withoutRun.contains(method)) {
      target.comment(
          "No method was seen to stay active from one call to the next, so loops are reported and"
              + " not stopped. Name the method that answers one question in a target of kind run.");
    }
    return target;
  }

  /** Returns whether all calls of a tool have a dispatch target. */
  boolean isDispatched(String tool) {
    return !undispatched.contains(tool)
        && dispatched.values().stream()
            .flatMap(List::stream)
            .anyMatch(call -> call.tool().equals(tool));
  }

  /** Returns the number of observed calls of a tool. */
  long count(String tool) {
    return calls.toolCalls().stream().filter(call -> call.tool().equals(tool)).count();
  }
}
