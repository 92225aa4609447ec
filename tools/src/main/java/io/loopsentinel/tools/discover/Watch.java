package io.loopsentinel.tools.discover;

import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.targets.expression.Environment;
import io.loopsentinel.targets.expression.Expression;
import io.loopsentinel.targets.expression.LinkedExpression;
import io.loopsentinel.targets.expression.Linker;
import io.loopsentinel.targets.expression.Variable;
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

/** Observes the calls of one method without changing them. Thread-safe. */
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

  /** The state of one thread. */
  static final class State {

    /** The innermost active call of a watched tool method. */
    private @Nullable ActiveCall current;

    /** Whether agent code is running. Calls that it makes into the application are not watched. */
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

  /** Links again after classes are loaded: they may implement a member with side effects. */
  private LinkedExpressions linked() {
    LinkedExpressions known = linked;
    if (known.version() != candidates.classes().version()) {
      CandidateTargets.SafeExpressions expressions =
          candidates.expressions(evidence.method(), method.getDeclaringClass().getClassLoader());
      known =
          new LinkedExpressions(
              expressions.version(), link(expressions.names()), link(expressions.others()));
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
        evidence.recordUnreadable(expression, failure);
      }
    }
    return found;
  }

  @Override
  public @Nullable Object apply(@Nullable Object self, Object[] arguments) {
    State thread = threads.get();
    if (thread.insideAgent) {
      return null;
    }
    thread.insideAgent = true;
    try {
      if (evidence.recordCall(Thread.currentThread().getId())) {
        evidence.stacks().add(callers());
      }
      Environment environment = new Arguments(self, Arrays.asList(arguments));
      return enter(thread, read(linked(), environment));
    } finally {
      thread.insideAgent = false;
    }
  }

  private BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> enter(
      State thread, List<String> names) {
    ActiveCall outer = thread.current;
    if (evidence.kind() == TargetKind.TOOL) {
      Set<MethodRef> within = new HashSet<>();
      for (ActiveCall each = outer; each != null; each = each.outer()) {
        if (names.stream().anyMatch(each.names()::contains)) {
          within.add(each.evidence().method());
        }
      }
      within.forEach(evidence::recordNestedCall);
      thread.current = new ActiveCall(outer, evidence, names);
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

  /** Evaluates the expressions; returns the possible names of the tool. */
  private List<String> read(LinkedExpressions expressions, Environment environment) {
    List<String> names = new ArrayList<>();
    read(
        expressions.names(),
        environment,
        (values, name) -> {
          values.addName(name);
          names.add(String.valueOf(name));
        });
    read(expressions.others(), environment, Values::add);
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
            // A wrong guess: the call counts as not read.
            evidence.recordUnreadable(text, failure);
            if (failure instanceof VirtualMachineError error) {
              throw error;
            }
          }
        });
  }

  /** Returns the callers of the candidate, innermost first. */
  private static List<MethodRef> callers() {
    // Newer JDKs provide descriptors only to walkers with this option.
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

  /** A call before it runs, with only its receiver and arguments. */
  private record Arguments(@Nullable Object self, List<@Nullable Object> arguments)
      implements Environment {

    @Override
    public @Nullable Object argument(int index) {
      return arguments.get(index);
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
