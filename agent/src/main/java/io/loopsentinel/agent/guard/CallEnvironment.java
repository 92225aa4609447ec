package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.Environment;
import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.expression.Variable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of one method call as expressions see them. Used by one thread at a time. */
final class CallEnvironment implements Environment {

  private final GuardedMethod method;
  private final @Nullable RunFrame run;
  private final @Nullable ToolFrame outer;
  private final SessionKeys.ThreadKey thread;
  private final @Nullable Object self;
  private final Object[] arguments;
  private @Nullable Object returned;
  private @Nullable Throwable thrown;
  private @Nullable String tool;
  private @Nullable Object session;
  private @Nullable String message;
  private @Nullable String warning;
  private int count;

  /** Creates the values of a call that begins on the thread of these frames. */
  CallEnvironment(
      GuardedMethod method, ThreadFrames frames, @Nullable Object self, Object[] arguments) {
    this.method = method;
    this.run = frames.innermostRun();
    this.outer = frames.call;
    this.thread = frames.threadKey();
    this.self = self;
    this.arguments = arguments;
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
      case METHOD -> method.name();
      case MESSAGE -> message;
      case WARNING -> warning;
      case TOOL -> tool;
      case SESSION -> session;
      case COUNT -> count;
      case RUN -> run();
      case THREAD -> thread;
      case INSTANCE -> self == null ? null : identity(self);
      case GLOBAL -> SessionKeys.GLOBAL;
    };
  }

  @Override
  public Object identity(Object object) {
    return method.sessionKeys().ofInstance(object);
  }

  GuardedMethod method() {
    return method;
  }

  /** Returns the dispatch that the call is within. */
  @Nullable ToolFrame outerCall() {
    return outer;
  }

  /** Returns the arguments of the method; what is put into it is what the method runs with. */
  Object[] arguments() {
    return arguments;
  }

  /** Returns the arguments that a caller wrote: a suspend function has one more. */
  List<@Nullable Object> writtenArguments() {
    List<@Nullable Object> all = Arrays.asList(arguments);
    return method.result().isSuspending()
        ? new ArrayList<>(all.subList(0, arguments.length - 1))
        : all;
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

  /**
   * Reads the key of the session that the call belongs to.
   *
   * @param expression where it is; absent, or giving nothing: the run, else the thread
   */
  Object readSession(@Nullable LinkedExpression expression) throws Throwable {
    Object key = expression == null ? null : method.sessionKeys().keyOf(expression.evaluate(this));
    Object read = key == null ? impliedSession() : key;
    setSession(read);
    return read;
  }

  /** Returns the session of a call that names none. */
  Object impliedSession() {
    Object ofRun = run();
    return ofRun == null ? thread : ofRun;
  }

  /** Returns what the method returned; {@code null} where it threw. */
  @Nullable Object returned() {
    return returned;
  }

  /** Returns what the method threw, or {@code null}. */
  @Nullable Throwable thrown() {
    return thrown;
  }

  void setOutcome(@Nullable Object result, @Nullable Throwable error) {
    returned = result;
    thrown = error;
  }

  void setTool(String name) {
    tool = name;
  }

  void setSession(Object key) {
    session = key;
  }

  void setFinding(int matchingCalls, String text) {
    count = matchingCalls;
    message = text;
  }

  void setMessage(String text) {
    message = text;
  }

  void setWarning(String alone, String withResult) {
    warning = alone;
    message = withResult;
  }
}
