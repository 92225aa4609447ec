package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.tools.inspect.Candidate;
import io.loopsentinel.tools.inspect.MethodRef;
import io.loopsentinel.tools.inspect.Observations;
import io.loopsentinel.tools.inspect.ToolShape;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Adds evidence from the calls of the watched methods to the candidates. */
final class ObservedCalls implements Observations {

  /** Minimum number of calls for which it is significant that all values differ. */
  private static final int MIN_CALLS = 3;

  private final Map<MethodRef, Evidence> called = new HashMap<>();

  ObservedCalls(Collection<Evidence> watched) {
    for (Evidence each : watched) {
      if (each.calls().get() > 0) {
        called.put(each.method(), each);
      }
    }
  }

  @Override
  public boolean wereCalled(Set<MethodRef> methods) {
    return methods.stream().anyMatch(called::containsKey);
  }

  @Override
  public boolean arePartOf(Set<MethodRef> methods, Set<MethodRef> others) {
    return (areWithin(methods, others) && count(methods) <= count(others))
        || (areWithin(others, methods) && count(methods) < count(others));
  }

  @Override
  public boolean leadTo(Set<MethodRef> methods, Set<MethodRef> others) {
    return areWithin(others, methods) && count(methods) <= count(others);
  }

  @Override
  public Set<MethodRef> leadingTo(Set<MethodRef> methods, Set<MethodRef> blocked) {
    return evidence(methods)
        .flatMap(each -> each.stacks().stream())
        .flatMap(stack -> stack.stream().takeWhile(each -> !blocked.contains(each)))
        .collect(Collectors.toSet());
  }

  private boolean areWithin(Set<MethodRef> inner, Set<MethodRef> outer) {
    return evidence(inner)
        .anyMatch(each -> each.nested().keySet().stream().anyMatch(outer::contains));
  }

  /**
   * Returns whether at least half of the calls of a method lead to another of the methods, or to
   * itself, for a tool of the same name. A few such calls mean nothing: a tool that is an agent may
   * have a tool with its own name, and with suspending coroutines it varies whether its calls are
   * on the same stack.
   */
  boolean callThemselves(Set<MethodRef> methods) {
    return evidence(methods)
        .anyMatch(
            outer -> {
              int inner = evidence(methods).mapToInt(each -> each.nested(outer.method())).sum();
              return inner > 0 && 2 * inner >= outer.calls().get();
            });
  }

  private int count(Set<MethodRef> methods) {
    return evidence(methods).mapToInt(each -> each.calls().get()).sum();
  }

  /** Chooses the name and the arguments whose values looked most like them. */
  @Override
  public ToolShape choose(Set<MethodRef> methods, List<ToolShape> shapes) {
    return shapes.stream()
        .filter(ToolShape::isSure)
        .max(
            // The first of equals wins. It is the most likely by its code.
            Comparator.comparingInt(shape -> rating(methods, shape)))
        .orElse(shapes.get(0));
  }

  private int rating(Set<MethodRef> methods, ToolShape shape) {
    Values names = values(methods, shape.tool().path());
    Values arguments = values(methods, shape.args().path());
    boolean isName = names.count() > 0 && names.named() == names.count() && !allDiffer(names);
    boolean isObject = arguments.count() > 0 && arguments.objects() == arguments.count();
    return (isName ? 2 : 0) + (isObject && !arguments.areEmpty() ? 2 : isObject ? 1 : 0);
  }

  private static boolean allDiffer(Values values) {
    return values.count() >= MIN_CALLS && values.different() == values.count();
  }

  @Override
  public Optional<String> laterValue(MethodRef method) {
    return evidence(Set.of(method))
        .map(Evidence::futureTypes)
        .filter(types -> types.size() == 1)
        .flatMap(Set::stream)
        .findFirst();
  }

  @Override
  public void addTo(Candidate candidate, Set<MethodRef> methods) {
    if (candidate.kind() == TargetKind.RUN) {
      addToRun(candidate);
      return;
    }
    candidate.explain(calls(methods), true);
    if (candidate.kind() == TargetKind.TOOL) {
      addToTool(candidate, methods);
    }
  }

  private String calls(Set<MethodRef> methods) {
    int calls = count(methods);
    int thrown = evidence(methods).mapToInt(each -> each.thrown().get()).sum();
    long threads = evidence(methods).flatMap(each -> each.threads().stream()).distinct().count();
    return "was called %s on %s%s"
        .formatted(
            times(calls),
            threads == 1 ? "one thread" : threads + " threads",
            thrown == 0 ? "" : ", threw " + times(thrown));
  }

  private void addToTool(Candidate tool, Set<MethodRef> methods) {
    String name = Objects.requireNonNull(tool.readings().get("tool"));
    String args = Objects.requireNonNull(tool.readings().get("args"));
    Values names = values(methods, name);
    Values arguments = values(methods, args);
    int calls = count(methods);
    doubtUnreadable(tool, methods, name);
    doubtUnreadable(tool, methods, args);
    if (names.count() < calls || arguments.count() < calls) {
      tool.doubt("its name and arguments were not read in every call", true);
      return;
    }
    tool.add(30, "named tools: " + names.nameList(), names.named() == calls);
    tool.doubt(
        "what it names was not a tool in %d of %d calls".formatted(calls - names.named(), calls),
        names.named() < calls);
    tool.doubt(
        "was called again inside its own calls, for the same ones: each would be judged twice",
        callThemselves(methods));
    tool.add(15, "its arguments: " + arguments.shapeList(), arguments.objects() == calls);
    tool.explain("its arguments: " + arguments.shapeList(), arguments.objects() < calls);
    tool.explain(
        "its arguments: %d different in %d calls".formatted(arguments.different(), calls), true);
    tool.doubt(
        "its arguments were empty in every call, so it is not known what holds them",
        arguments.areEmpty());
    tool.doubt(
        "its arguments were the same for different tools",
        names.names() > 1 && arguments.different() == 1 && !arguments.areEmpty());
    addToSession(tool, methods);
  }

  private void doubtUnreadable(Candidate tool, Set<MethodRef> methods, String expression) {
    evidence(methods)
        .flatMap(each -> Stream.ofNullable(each.unreadable().get(expression)))
        .findFirst()
        .ifPresent(reason -> tool.doubt(expression + " could not be read: " + reason, true));
  }

  /** Removes a run id that was always missing or was different in each call. */
  private void addToSession(Candidate tool, Set<MethodRef> methods) {
    tool.runId()
        .ifPresent(
            id -> {
              Values ids = values(methods, id);
              boolean isMissing = ids.missing() == ids.count() && ids.count() > 0;
              if (isMissing || allDiffer(ids)) {
                tool.withoutRunId(
                    "its session is not "
                        + id
                        + (isMissing ? ", which was missing" : ", which differed in each call"));
              } else {
                tool.explain(
                    "its session %s: %d different in %d calls"
                        .formatted(id, ids.different(), ids.count()),
                    true);
              }
            });
  }

  private void addToRun(Candidate run) {
    MethodRef method = run.ref();
    boolean toModel = isOnStack(method, TargetKind.TURN);
    boolean toTools = isOnStack(method, TargetKind.TOOL);
    run.add(20, "was seen to lead to the model and its tools", toModel && toTools);
    run.doubt("was not seen to lead to the model or its tools", !toModel && !toTools);
  }

  private boolean isOnStack(MethodRef method, TargetKind kind) {
    return called.values().stream()
        .filter(each -> each.kind() == kind)
        .flatMap(each -> each.stacks().stream())
        .anyMatch(stack -> stack.contains(method));
  }

  private Stream<Evidence> evidence(Set<MethodRef> methods) {
    return methods.stream().flatMap(method -> Stream.ofNullable(called.get(method)));
  }

  private Values values(Set<MethodRef> methods, String expression) {
    return Values.of(
        evidence(methods)
            .flatMap(each -> Stream.ofNullable(each.values().get(expression)))
            .toList());
  }

  private static String times(int count) {
    return count == 1 ? "once" : count + " times";
  }
}
