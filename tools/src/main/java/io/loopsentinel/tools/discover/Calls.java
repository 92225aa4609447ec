package io.loopsentinel.tools.discover;

import io.loopsentinel.agent.guard.GuardFactory;
import io.loopsentinel.targets.config.TargetSpec;
import io.loopsentinel.targets.link.ToolObjects;
import io.loopsentinel.targets.result.AsynchronousType;
import io.loopsentinel.targets.result.ResultType;
import io.loopsentinel.tools.discover.ToolCall.Frame;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Records the calls of watched methods, without changing them. Thread-safe; bounded. */
final class Calls implements GuardFactory {

  private static final int MAX_TOOL_CALLS = 2_000;

  private final ToolSelection tools;
  private final Watching watching;
  private final Fields fields;
  private final Stacks stacks;
  private final Search search;
  private final Results results;
  private final Turns turns;
  private final ThreadLocal<State> states = ThreadLocal.withInitial(State::new);
  private final AtomicLong numbers = new AtomicLong();
  private final AtomicInteger count = new AtomicInteger();
  private final Queue<ToolCall> toolCalls = new ConcurrentLinkedQueue<>();
  private final Map<MethodId, Evidence> evidence = new ConcurrentHashMap<>();
  private final Set<Activation> active = ConcurrentHashMap.newKeySet();
  private final Set<ToolSelection.Tool> textTools = ConcurrentHashMap.newKeySet();

  Calls(
      ToolSelection tools,
      Watching watching,
      Fields fields,
      Search search,
      Results results,
      Turns turns) {
    this.tools = tools;
    this.watching = watching;
    this.fields = fields;
    this.stacks = new Stacks(watching);
    this.search = search;
    this.results = results;
    this.turns = turns;
  }

  /** The state of one thread. */
  private static final class State {

    /** The innermost active call of a watched method. */
    private @Nullable Activation current;

    /** Whether a tool is running. Tools that it calls itself are not recorded. */
    private boolean insideTool;

    /** Whether agent code is running. Calls that it makes into the application are not watched. */
    private boolean insideAgent;
  }

  /**
   * A loaded tool.
   *
   * @param isObject whether the fields of its object are its arguments
   * @param isSuspending whether its last parameter is a continuation
   */
  private record ToolMethod(
      ToolSelection.Tool tool, String name, boolean isObject, boolean isSuspending) {

    Object[] given(Object[] arguments) {
      return Arrays.copyOf(arguments, arguments.length - (isSuspending ? 1 : 0));
    }
  }

  List<ToolCall> toolCalls() {
    return List.copyOf(toolCalls);
  }

  /** Returns whether a loaded tool returns a string, which a hint can replace. */
  boolean returnsText(ToolSelection.Tool tool) {
    return textTools.contains(tool);
  }

  /** Returns the evidence about a method. */
  Evidence evidence(MethodId method) {
    return evidence.computeIfAbsent(method, key -> new Evidence());
  }

  @Override
  public BiFunction<@Nullable Object, Object[], @Nullable Object> guard(
      Method method, TargetSpec target) {
    MethodId id = MethodId.of(method);
    ToolSelection.Tool tool = tools.find(id);
    ResultType result = ResultType.of(method);
    if (tool != null && result.item() == String.class) {
      textTools.add(tool);
    }
    ToolMethod known =
        tool == null
            ? null
            : new ToolMethod(
                tool, tool.nameOf(method), ToolObjects.isRunOf(method), result.isSuspending());
    return (self, arguments) -> {
      State state = states.get();
      if (state.insideAgent || (tool == null ? evidence(id).isIdle() : state.insideTool)) {
        return null;
      }
      state.insideAgent = true;
      try {
        boolean isResumed = fields.isResumed(id, arguments);
        if (known == null) {
          return enter(state, activation(state, id, self, arguments), isResumed);
        }
        return isResumed ? null : enterTool(state, known, self, arguments);
      } finally {
        state.insideAgent = false;
      }
    };
  }

  private Activation activation(
      State state, MethodId method, @Nullable Object self, Object[] arguments) {
    return new Activation(method, numbers.incrementAndGet(), self, arguments, state.current);
  }

  private BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> enter(
      State state, Activation call, boolean isResumed) {
    state.current = call;
    active.add(call);
    return (returned, thrown) -> {
      state.current = call.outer;
      active.remove(call);
      state.insideAgent = true;
      try {
        if (!isResumed || call.toolCalls > 0) {
          ended(call, returned);
        }
      } finally {
        state.insideAgent = false;
      }
      return returned;
    };
  }

  private void ended(Activation call, @Nullable Object returned) {
    Evidence seen = evidence(call.method);
    String text = call.toolText;
    seen.ended(
        call,
        isAsync(returned) || namesTool(call, seen),
        call.toolCalls == 1 && text != null && seen.wantsResult()
            ? results.build(returned, text, call)
            : null);
    if (call.toolCalls == 0 && returned != null) {
      turns.returned(call.method, returned, call.nanos());
    }
  }

  /** Returns whether a call in which no tool ran names a tool, which then ran elsewhere. */
  private boolean namesTool(Activation call, Evidence seen) {
    return call.toolCalls == 0
        && seen.mayBeDispatch()
        && search.within(call.roots()).entrySet().stream()
            .anyMatch(each -> seen.isName(each.getKey()) && each.getValue() instanceof String);
  }

  private static boolean isAsync(@Nullable Object returned) {
    return returned != null
        && (AsynchronousType.isOne(returned)
            || returned.getClass().getName().startsWith("kotlin.coroutines."));
  }

  private BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> enterTool(
      State state, ToolMethod tool, @Nullable Object self, Object[] arguments) {
    Activation innermost = state.current;
    if (count.incrementAndGet() <= MAX_TOOL_CALLS) {
      record(tool, self, arguments, innermost);
    }
    Set<MethodId> inner = new HashSet<>();
    for (Activation each = innermost; each != null; each = each.outer) {
      each.toolCalls += inner.add(each.method) ? 1 : 0;
      each.toolText = null;
    }
    state.insideTool = true;
    return (returned, thrown) -> {
      state.insideTool = false;
      String text = search.textOf(returned);
      for (Activation each = innermost; each != null; each = each.outer) {
        each.toolText = text;
      }
      return returned;
    };
  }

  private void record(
      ToolMethod method,
      @Nullable Object self,
      Object[] arguments,
      @Nullable Activation innermost) {
    ToolSelection.Tool tool = method.tool;
    Object[] read = self != null && method.isObject ? search.fields(self) : method.given(arguments);
    Search.Wanted wanted = new Search.Wanted(method.name, search.texts(tool.method(), read));
    List<Activation> enclosing = new ArrayList<>();
    for (Activation each = innermost; each != null; each = each.outer) {
      enclosing.add(each);
    }
    List<MethodId> methods = Stacks.ofThread();
    List<Frame> stack = stacks.frames(methods, enclosing, Thread.currentThread().getId());
    ToolCall call =
        new ToolCall(
            tool, wanted.hashCode(), stack, stacks.waiting(active), Stacks.isCarriedByJdk());
    Set<MethodId> inner = new HashSet<>();
    for (Activation each : enclosing) {
      if (!inner.add(each.method)) {
        continue; // The outer call dispatched another tool: an agent with tools.
      }
      Evidence seen = evidence(each.method);
      if (seen.wantsSearch()) {
        Search.Found found = search.search(wanted, each.roots());
        seen.found(found);
        call.ids(each.method, found.ids());
      }
    }
    toolCalls.add(call);
    turns.called(call, wanted);
    watching.request(methods);
    watching.requestCallees(methods);
    stacks.requestWaiting();
  }
}
