package io.loopsentinel.tools.discover;

import io.loopsentinel.tools.discover.ToolCall.Frame;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
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

  /** The calls that are not the first of their run. */
  private final Set<ToolCall> later = new HashSet<>();

  private final Set<Frame> seenRuns = new HashSet<>();
  private final Map<MethodId, String> ids = new HashMap<>();
  private final Set<MethodId> withoutRun = new LinkedHashSet<>();
  private final Set<ToolSelection.Tool> undispatched = new LinkedHashSet<>();

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
      Frame run = groups.runOf(call, dispatch);
      if (run != null) {
        runs.merge(run.method(), 1, Integer::sum);
        if (!seenRuns.add(run)) {
          later.add(call);
        }
      }
    }
    dispatched
        .keySet()
        .forEach(
            each -> {
              String id = id(each);
              if (id != null) {
                ids.put(each, id);
              }
            });
    runs.values().removeIf(count -> count < MIN_CALLS);
    dispatched.forEach(
        (dispatch, made) -> {
          if (!ids.containsKey(dispatch)
              && made.stream().noneMatch(call -> hasRun(call, dispatch))) {
            withoutRun.add(dispatch);
          }
        });
  }

  private boolean hasRun(ToolCall call, MethodId dispatch) {
    Frame run = groups.runOf(call, dispatch);
    return run != null && runs.containsKey(run.method());
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
                  "seen in %s runs: stayed active over %s tool calls, several in each run"
                      .formatted(groups.runs(method), runs.get(method))));
    }
    return targets;
  }

  private TargetText dispatch(MethodId method, String name) {
    Evidence seen = calls.evidence(method);
    Evidence.Shape shape = Objects.requireNonNull(expressions.shape(method, seen));
    TargetText target =
        new TargetText(name, "tool", method)
            .comment("seen %s times: %s".formatted(seen.calls(), seen.tools()))
            .with("tool", shape.tool())
            .with("args", shape.args())
            .with("session", session(method));
    Results.Built result = expressions.result(method, seen);
    if (result == null) {
      target.comment("No result could be built from text, so a hint becomes an abort.");
    } else {
      target.with("output", result.output()).with("result", result.result());
      if (result.output() == null && result.type() != String.class) {
        target.comment(
            "The text of its result was not found, so results are compared as a whole, ids included."
                + " Name the text in output.");
      }
    }
    if (session(method).startsWith("shared")) {
      target.comment(
          "Its calls were seen on other threads than their run's, and nothing in them names the"
              + " run, so loops are reported and not stopped.");
    }
    if (withoutRun.contains(method)) {
      target.comment(
          "No method was seen to stay active from one call to the next, so loops are reported and"
              + " not stopped. Name the method that answers one question in a target of kind run.");
    }
    return target;
  }

  /**
   * Returns the calls that are not the first of their run. What the model returned before them is
   * not the end of an earlier run.
   */
  Set<ToolCall> later() {
    return later;
  }

  /**
   * Returns the session of a dispatch. On a thread to which no run is carried, the run may be that
   * of another user, because reactive libraries do the work of several on one thread.
   */
  private String session(MethodId dispatch) {
    String id = ids.get(dispatch);
    boolean isOnlyElsewhere =
        dispatched.getOrDefault(dispatch, List.of()).stream()
            .noneMatch(call -> isInRun(call, dispatch));
    return id == null && isOnlyElsewhere && !withoutRun.contains(dispatch)
        ? "shared(run ?? thread)"
        : "run ?? " + (id == null ? "" : id + " ?? ") + "shared(thread)";
  }

  /** Returns whether a call is on the thread of its run, or on one to which that is carried. */
  private boolean isInRun(ToolCall call, @Nullable MethodId dispatch) {
    Frame run = groups.runOf(call, dispatch);
    return run != null && (call.stack().contains(run) || call.isCarried());
  }

  private @Nullable String id(MethodId dispatch) {
    Map<MethodId, Map<ToolCall, Frame>> known = new HashMap<>();
    for (ToolCall call : dispatched.getOrDefault(dispatch, List.of())) {
      Frame run = groups.surelyRunOf(call, dispatch);
      if (run != null) {
        known.computeIfAbsent(run.method(), key -> new HashMap<>()).put(call, run);
      }
    }
    // Calls before all methods were watched may have been seen in an outer method of the run.
    String id =
        known.values().stream()
            .max(Comparator.comparing(Map::size))
            .map(
                runs -> Sessions.find(dispatch, runs, dispatched.getOrDefault(dispatch, List.of())))
            .orElse(null);
    return id != null && expressions.fits(dispatch, id) ? id : null;
  }

  /**
   * Returns whether all calls of a tool have a dispatch target; of a tool that was not called,
   * whether those of a tool with its name, or beside it, have one.
   */
  boolean isDispatched(ToolSelection.Tool tool) {
    Predicate<ToolCall> own =
        count(tool) > 0
            ? call -> call.tool().equals(tool)
            : call ->
                call.tool().name().equals(tool.name())
                    || call.tool().target().equals(tool.target());
    return dispatched.entrySet().stream()
        .filter(each -> each.getValue().stream().anyMatch(own))
        .anyMatch(each -> !undispatched.contains(tool) || calls.evidence(each.getKey()).isAsync());
  }

  /** Returns whether all calls of a tool were in a run. */
  boolean isInRun(ToolSelection.Tool tool) {
    return calls.toolCalls().stream()
        .filter(call -> call.tool().equals(tool))
        .allMatch(call -> isInRun(call, null));
  }

  /** Returns the number of observed calls of a tool. */
  long count(ToolSelection.Tool tool) {
    return calls.toolCalls().stream().filter(call -> call.tool().equals(tool)).count();
  }
}
