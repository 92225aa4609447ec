package io.loopsentinel.tools.discover;

import io.loopsentinel.agent.config.TargetKind;
import io.loopsentinel.agent.expression.Environment;
import io.loopsentinel.agent.expression.Expression;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.expression.Linker;
import io.loopsentinel.agent.expression.Variable;
import io.loopsentinel.tools.inspect.MethodRef;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Hears of the calls of one method, all of which run as they are. Thread-safe. */
final class Watch implements BiFunction<@Nullable Object, Object[], @Nullable Object> {

  private static final int MAX_STACK_DEPTH = 200;

  private final Evidence evidence;
  private final Method method;
  private final CandidateTargets candidates;
  private final Linker linker;
  private final ThreadLocal<State> threads;
  private volatile LinkedExpressions linked = new LinkedExpressions(-1, Map.of(), Map.of());

  private record LinkedExpressions(
      int version, Map<String, LinkedExpression> names, Map<String, LinkedExpression> others) {}

  /** What one thread is doing. */
  static final class State {

    /** The innermost call of a tool that is being watched. */
    private @Nullable ActiveCall current;

    /** Whether the agent is at work: what it calls in the application is not watched. */
    private boolean insideAgent;
  }

  private record ActiveCall(@Nullable ActiveCall outer, Evidence evidence, List<String> names) {}

  Watch(
      Evidence evidence,
      Method method,
      CandidateTargets candidates,
      Linker linker,
      ThreadLocal<State> threads) {
    this.evidence = evidence;
    this.method = method;
    this.candidates = candidates;
    this.linker = linker;
    this.threads = threads;
  }

  /** A class that was loaded since may implement a member otherwise, so that it is not read. */
  private LinkedExpressions linked() {
    LinkedExpressions known = linked;
    if (known.version() != candidates.classes().version()) {
      CandidateTargets.ReadableExpressions readings =
          candidates.readableExpressions(
              evidence.method(), method.getDeclaringClass().getClassLoader());
      known =
          new LinkedExpressions(
              readings.version(), link(readings.names()), link(readings.others()));
      linked = known;
    }
    return known;
  }

  private Map<String, LinkedExpression> link(Set<String> expressions) {
    Map<String, LinkedExpression> found = new LinkedHashMap<>();
    for (String expression : expressions) {
      try {
        found.put(expression, linker.link(Expression.parse(expression), method));
      } catch (RuntimeException | LinkageError failure) {
        evidence.unreadable(expression, failure);
      }
    }
    return found;
  }

  @Override
  public @Nullable Object apply(@Nullable Object self, Object[] passed) {
    State thread = threads.get();
    if (thread.insideAgent) {
      return null;
    }
    thread.insideAgent = true;
    try {
      if (evidence.recordCall(Thread.currentThread().getId())) {
        evidence.stacks().add(callers());
      }
      Environment environment = new Arguments(self, Arrays.asList(passed));
      return enter(thread, read(linked(), environment));
    } finally {
      thread.insideAgent = false;
    }
  }

  private BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> enter(
      State thread, List<String> named) {
    ActiveCall outer = thread.current;
    if (evidence.kind() == TargetKind.TOOL) {
      Set<MethodRef> within = new HashSet<>();
      for (ActiveCall each = outer; each != null; each = each.outer()) {
        if (named.stream().anyMatch(each.names()::contains)) {
          within.add(each.evidence().method());
        }
      }
      within.forEach(evidence::recordNestedCall);
      thread.current = new ActiveCall(outer, evidence, named);
    }
    return (returned, thrown) -> {
      thread.current = outer;
      if (thrown != null) {
        evidence.thrown().incrementAndGet();
      }
      if (returned instanceof CompletionStage<?> later) {
        later.thenAccept(evidence::recordFutureValue);
      }
      return returned;
    };
  }

  /** Reads what can be read; returns what may be the name of the tool. */
  private List<String> read(LinkedExpressions readings, Environment environment) {
    List<String> names = new ArrayList<>();
    read(
        readings.names(),
        environment,
        (values, name) -> {
          values.addName(name);
          names.add(String.valueOf(name));
        });
    read(readings.others(), environment, Values::add);
    return names;
  }

  private void read(
      Map<String, LinkedExpression> expressions,
      Environment environment,
      BiConsumer<Values, @Nullable Object> note) {
    expressions.forEach(
        (text, expression) -> {
          try {
            note.accept(evidence.values(text), expression.evaluate(environment));
          } catch (Throwable failure) {
            // A wrong guess: the call stays one of which it was not read.
            evidence.unreadable(text, failure);
            if (failure instanceof VirtualMachineError error) {
              throw error;
            }
          }
        });
  }

  /** Returns the methods that led to the candidate, innermost first. */
  private static List<MethodRef> callers() {
    // Newer JDKs give descriptors to none but walkers of this kind.
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            stack ->
                stack
                    .filter(frame -> !frame.getClassName().startsWith("io.loopsentinel."))
                    .filter(frame -> !frame.getClassName().startsWith("java."))
                    .skip(1) // The candidate itself.
                    .limit(MAX_STACK_DEPTH)
                    .map(Watch::method)
                    .toList());
  }

  private static MethodRef method(StackWalker.StackFrame frame) {
    String owner = frame.getClassName().replace('.', '/');
    return new MethodRef(owner, frame.getMethodName(), frame.getDescriptor());
  }

  /** A call before it runs: its receiver and arguments are there, and nothing else. */
  private record Arguments(@Nullable Object self, List<@Nullable Object> passed)
      implements Environment {

    @Override
    public @Nullable Object argument(int index) {
      return passed.get(index);
    }

    @Override
    public @Nullable Object variable(Variable variable) {
      return variable == Variable.THIS ? self : null;
    }

    @Override
    public Object identity(Object object) {
      return System.identityHashCode(object);
    }
  }
}
