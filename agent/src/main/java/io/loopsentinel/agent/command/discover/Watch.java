package io.loopsentinel.agent.command.discover;

import io.loopsentinel.agent.expression.EvaluationException;
import io.loopsentinel.agent.expression.LinkedExpression;
import java.util.List;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Hears of the calls of one candidate, all of which run as they are. Thread-safe. */
final class Watch implements BiFunction<@Nullable Object, Object[], @Nullable Object> {

  private static final int DEEPEST = 200;

  private final Evidence evidence;
  private final @Nullable LinkedExpression tool;
  private final @Nullable LinkedExpression arguments;
  private final ThreadLocal<WatchedThread> threads;

  Watch(
      Evidence evidence,
      @Nullable LinkedExpression tool,
      @Nullable LinkedExpression arguments,
      ThreadLocal<WatchedThread> threads) {
    this.evidence = evidence;
    this.tool = tool;
    this.arguments = arguments;
    this.threads = threads;
  }

  @Override
  public @Nullable Object apply(@Nullable Object self, Object[] passed) {
    WatchedThread thread = threads.get();
    if (thread.insideAgent) {
      return null;
    }
    thread.insideAgent = true;
    try {
      if (evidence.called(Thread.currentThread().getId(), thread.current)) {
        evidence.stack(frames());
      }
      read(new ArgumentsOnly(self, passed));
      return entered(thread);
    } finally {
      thread.insideAgent = false;
    }
  }

  private BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> entered(
      WatchedThread thread) {
    Evidence outer = thread.current;
    BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> end =
        (returned, thrown) -> {
          thread.current = outer;
          if (thrown != null) {
            evidence.threw();
          }
          return returned;
        };
    thread.current = evidence;
    return end;
  }

  private void read(ArgumentsOnly environment) {
    if (tool == null || arguments == null) {
      return;
    }
    try {
      evidence.read(tool.evaluate(environment), arguments.evaluate(environment));
    } catch (Throwable failure) {
      // A wrong guess: the call stays one that named no tool. Only what the agent words itself is
      // told; messages of others may quote arguments.
      evidence.unreadable(
          failure instanceof EvaluationException
              ? String.valueOf(failure.getMessage())
              : failure.getClass().getName());
      if (failure instanceof VirtualMachineError error) {
        throw error;
      }
    }
  }

  /** The callers of the candidate, innermost first. */
  private static List<Frame> frames() {
    // Newer JDKs give descriptors to none but walkers of this kind.
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            stack ->
                stack
                    .filter(frame -> !frame.getClassName().startsWith("io.loopsentinel."))
                    .filter(frame -> !frame.getClassName().startsWith("java."))
                    .skip(1) // The candidate itself.
                    .limit(DEEPEST)
                    .map(
                        frame ->
                            new Frame(
                                frame.getClassName(), frame.getMethodName(), frame.getDescriptor()))
                    .toList());
  }
}
