package io.loopsentinel.agent.command.discover;

import io.loopsentinel.agent.command.inspect.MethodRef;
import io.loopsentinel.agent.config.Reading;
import io.loopsentinel.agent.config.SourceExpression;
import io.loopsentinel.agent.config.TargetSpec;
import io.loopsentinel.agent.expression.Environment;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.expression.Linker;
import io.loopsentinel.agent.expression.Variable;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Hears of the calls of one candidate, all of which run as they are. Thread-safe. */
final class Watch implements BiFunction<@Nullable Object, Object[], @Nullable Object> {

  private static final int DEEPEST = 200;

  private final Evidence evidence;
  private final @Nullable LinkedExpression tool;
  private final @Nullable LinkedExpression arguments;
  private final ThreadLocal<State> threads;

  /** What one thread is doing. */
  static final class State {

    /** The innermost candidate that is being called. */
    private @Nullable Evidence current;

    /** Whether the agent is at work: what it calls in the application is not watched. */
    private boolean insideAgent;
  }

  Watch(
      Evidence evidence,
      Method method,
      TargetSpec target,
      Linker linker,
      ThreadLocal<State> threads) {
    this.evidence = evidence;
    this.threads = threads;
    this.tool = link(target.readings().get(Reading.TOOL_NAME), method, linker, evidence);
    this.arguments = link(target.readings().get(Reading.ARGS), method, linker, evidence);
  }

  /** An expression that does not fit speaks against its candidate, which is never named then. */
  private static @Nullable LinkedExpression link(
      @Nullable SourceExpression expression, Method method, Linker linker, Evidence evidence) {
    try {
      return expression == null ? null : linker.link(expression.expression(), method);
    } catch (RuntimeException | LinkageError failure) {
      evidence.unreadable(failure);
      return null;
    }
  }

  @Override
  public @Nullable Object apply(@Nullable Object self, Object[] passed) {
    State thread = threads.get();
    if (thread.insideAgent) {
      return null;
    }
    thread.insideAgent = true;
    try {
      if (evidence.called(Thread.currentThread().getId(), thread.current)) {
        evidence.stacks.add(callers());
      }
      read(new Arguments(self, Arrays.asList(passed)));
      return entered(thread);
    } finally {
      thread.insideAgent = false;
    }
  }

  private BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> entered(
      State thread) {
    Evidence outer = thread.current;
    thread.current = evidence;
    return (returned, thrown) -> {
      thread.current = outer;
      if (thrown != null) {
        evidence.thrown.incrementAndGet();
      }
      return returned;
    };
  }

  private void read(Environment environment) {
    if (tool == null || arguments == null) {
      return;
    }
    try {
      evidence.read(tool.evaluate(environment), arguments.evaluate(environment));
    } catch (Throwable failure) {
      // A wrong guess: the call stays one that named no tool.
      evidence.unreadable(failure);
      if (failure instanceof VirtualMachineError error) {
        throw error;
      }
    }
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
                    .limit(DEEPEST)
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
