package io.loopsentinel.tools.discover;

import io.loopsentinel.tools.discover.ToolCall.Frame;
import io.loopsentinel.tools.support.TargetText;
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

  /** The session without an id. Loops of calls outside a run are only reported. */
  private static final String ON_THREAD = "run ?? shared(thread)";

  private final Calls observed;
  private final Expressions expressions;
  private final Groups groups;

  /** The calls by dispatch. */
  private final Map<MethodId, List<ToolCall>> dispatched = new LinkedHashMap<>();

  private final Map<MethodId, Integer> runs = new LinkedHashMap<>();

  /** The calls that are not the first of their run. */
  private final Set<ToolCall> later = new HashSet<>();

  private final Set<Frame> seenRuns = new HashSet<>();
  private final Set<ToolSelection.Tool> undispatched = new LinkedHashSet<>();

  Proposal(Calls observed, Expressions expressions) {
    this.observed = observed;
    this.expressions = expressions;
    List<ToolCall> all = observed.toolCalls();
    this.groups = new Groups(all);
    Map<ToolCall, MethodId> dispatches = new HashMap<>();
    for (ToolCall call : all) {
      MethodId dispatch = dispatchOf(call);
      if (dispatch != null) {
        dispatches.put(call, dispatch);
        dispatched.computeIfAbsent(dispatch, key -> new ArrayList<>()).add(call);
      }
    }
    dispatched.entrySet().removeIf(each -> isWorseThanTools(each.getKey(), each.getValue()));
    for (ToolCall call : all) {
      MethodId dispatch = dispatches.get(call);
      if (!dispatched.containsKey(dispatch)) {
        dispatch = null;
        undispatched.add(call.tool());
      }
      Frame run = groups.runOf(call, dispatch);
      if (run != null) {
        runs.merge(run.method(), 1, Integer::sum);
        if (!seenRuns.add(run)) {
          later.add(call);
        }
      }
    }
    runs.values().removeIf(count -> count < MIN_CALLS);
  }

  private boolean hasRun(MethodId dispatch) {
    return calls(dispatch).stream()
        .map(call -> groups.runOf(call, dispatch))
        .anyMatch(run -> run != null && runs.containsKey(run.method()));
  }

  private List<ToolCall> calls(MethodId dispatch) {
    return dispatched.getOrDefault(dispatch, List.of());
  }

  /** Returns the outermost dispatch of a call, preferably one whose result can be built. */
  private @Nullable MethodId dispatchOf(ToolCall call) {
    MethodId best = null;
    boolean answers = false;
    for (Frame frame : call.stack()) {
      Evidence seen = observed.evidence(frame.method());
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

  /** Returns whether a hint can be the result of the tools in their runs, and not of a dispatch. */
  private boolean isWorseThanTools(MethodId dispatch, List<ToolCall> calls) {
    return expressions.result(dispatch, observed.evidence(dispatch)) == null
        && calls.stream()
            .allMatch(each -> observed.returnsText(each.tool()) && isInRun(each, null));
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
          method
              .target("run-" + ++number, "run")
              .comment(
                  "seen in %s runs: stayed active over %s tool calls, several in each run"
                      .formatted(groups.runs(method), runs.get(method))));
    }
    return targets;
  }

  private TargetText dispatch(MethodId method, String name) {
    Evidence seen = observed.evidence(method);
    Evidence.Shape shape = Objects.requireNonNull(expressions.shape(method, seen));
    String session = session(method);
    TargetText target =
        method
            .target(name, "tool")
            .comment("seen %s times: %s".formatted(seen.calls(), seen.tools()))
            .with("tool", shape.tool())
            .with("args", shape.args())
            .with("session", session);
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
    if (session.startsWith("shared")) {
      target.comment(
          "Its calls were seen on other threads than their run's, and nothing in them names the"
              + " run, so loops are reported and not stopped.");
    } else if (session.equals(ON_THREAD) && !hasRun(method)) {
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
    String id = id(dispatch);
    if (id != null) {
      return "run ?? " + id + " ?? shared(thread)";
    }
    boolean isOnlyElsewhere =
        hasRun(dispatch) && calls(dispatch).stream().noneMatch(call -> isInRun(call, dispatch));
    return isOnlyElsewhere ? "shared(run ?? thread)" : ON_THREAD;
  }

  /** Returns whether a call is on the thread of its run, or on one to which that is carried. */
  private boolean isInRun(ToolCall call, @Nullable MethodId dispatch) {
    Frame run = groups.runOf(call, dispatch);
    return run != null && (call.stack().contains(run) || call.isCarried());
  }

  private @Nullable String id(MethodId dispatch) {
    Map<MethodId, Map<ToolCall, Frame>> known = new HashMap<>();
    for (ToolCall call : calls(dispatch)) {
      Frame run = groups.surelyRunOf(call, dispatch);
      if (run != null) {
        known.computeIfAbsent(run.method(), key -> new HashMap<>()).put(call, run);
      }
    }
    // Calls before all methods were watched may have been seen in an outer method of the run.
    String id =
        known.values().stream()
            .max(Comparator.comparing(Map::size))
            .map(runs -> Sessions.find(dispatch, runs, calls(dispatch)))
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
        .anyMatch(
            each -> !undispatched.contains(tool) || observed.evidence(each.getKey()).isAsync());
  }

  /** Returns whether all calls of a tool were in a run. */
  boolean isInRun(ToolSelection.Tool tool) {
    return observed.toolCalls().stream()
        .filter(call -> call.tool().equals(tool))
        .allMatch(call -> isInRun(call, null));
  }

  /** Returns the number of observed calls of a tool. */
  long count(ToolSelection.Tool tool) {
    return observed.toolCalls().stream().filter(call -> call.tool().equals(tool)).count();
  }
}
