package io.loopsentinel.agent.guard;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.expression.Environment;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.expression.Variable;
import io.loopsentinel.engine.budget.Attribution;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The values of one method call as expressions see them. Used by one thread at a time. */
final class CallEnvironment implements Environment {

  final GuardedMethod method;

  /** The arguments of the method; what is put into it is what the method runs with. */
  final Object[] arguments;

  final @Nullable ToolFrame outer;
  final @Nullable Object self;

  private final @Nullable RunFrame run;
  private final Object thread;

  // What expressions see as the call goes on.
  @Nullable Object returned;
  @Nullable Throwable thrown;
  @Nullable String tool;
  @Nullable Object session;
  @Nullable String message;
  @Nullable String warning;
  int count;

  /** Whose the call is, as far as its target and those that it is within tell. */
  Attribution attribution;

  /** What the application wants done about what was found; {@code null}: what is configured. */
  @Nullable Veto veto;

  /** What a person was asked about this call, and the answer; {@code null}: nobody was asked. */
  LoopEvent.@Nullable Question question;

  CallEnvironment(
      GuardedMethod method, ThreadFrames frames, @Nullable Object self, Object[] arguments) {
    this.method = method;
    this.run = frames.innermostRun();
    this.outer = frames.active.call();
    this.thread = frames.threadKey;
    this.self = self;
    this.arguments = arguments;
    this.attribution =
        run != null ? run.attribution() : outer == null ? Attribution.NONE : outer.attribution();
  }

  @Override
  public @Nullable Object argument(int index) {
    return arguments[index];
  }

  @Override
  public @Nullable Object variable(Variable variable) {
    return switch (variable) {
      case THIS -> self;
      case RETURN -> returned;
      case THROWN -> thrown;
      case METHOD -> method.method().getName();
      case MESSAGE -> message;
      case WARNING -> warning;
      case TOOL -> tool;
      case SESSION -> session;
      case COUNT -> count;
      case RUN -> run();
      case THREAD -> thread;
      case INSTANCE -> self == null ? null : identity(self);
      case GLOBAL -> "global";
    };
  }

  @Override
  public Object identity(Object object) {
    return method.sessionKeys().ofInstance(object);
  }

  /** Returns the arguments that a caller wrote: a suspend function has one more. */
  List<@Nullable Object> writtenArguments() {
    int count = method.result().isSuspending() ? arguments.length - 1 : arguments.length;
    return Arrays.asList(Arrays.copyOf(arguments, count));
  }

  /**
   * Returns the session of the innermost run in which the call began or, outside of any, of the
   * innermost tool call: what a tool calls belongs to the run that called the tool.
   */
  @Nullable Object run() {
    if (run != null) {
      return run.session();
    }
    return outer == null ? null : outer.session();
  }

  /** Reads the key of the session: where there is none, it is the run, else the thread. */
  Object readSession(@Nullable LinkedExpression expression) throws Throwable {
    Object key = expression == null ? null : expression.read(this, method.sessionKeys()::keyOf);
    session = key == null ? impliedSession() : key;
    return session;
  }

  Object impliedSession() {
    return Objects.requireNonNullElse(run(), thread);
  }
}
