package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.Environment;
import io.loopsentinel.agent.expression.Variable;
import io.loopsentinel.engine.identity.Fingerprint;
import org.jspecify.annotations.Nullable;

/** The values of one method call as expressions see them. Used by one thread at a time. */
final class CallEnvironment implements Environment {

  private final GuardedMethod method;
  private final @Nullable Object run;
  private final ThreadKey thread;
  private final @Nullable Object self;
  private final Object[] arguments;
  private @Nullable Object returned;
  private @Nullable Throwable thrown;
  private @Nullable String tool;
  private @Nullable Object session;
  private @Nullable String message;
  private @Nullable String warning;
  private int count;
  private long order;

  /** Creates the values of a call that begins on the thread of these frames. */
  CallEnvironment(
      GuardedMethod method, ThreadFrames frames, @Nullable Object self, Object[] arguments) {
    this(method, frames.runSession(), frames.threadKey(), self, arguments);
  }

  /**
   * Creates the values of a call that has begun before.
   *
   * @param run the session of the run that was in force then
   * @param thread the thread that made it
   */
  CallEnvironment(
      GuardedMethod method,
      @Nullable Object run,
      ThreadKey thread,
      @Nullable Object self,
      Object[] arguments) {
    this.method = method;
    this.run = run;
    this.thread = thread;
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
      case RUN -> run;
      case THREAD -> thread;
      case INSTANCE -> self == null ? null : identity(self);
      case GLOBAL -> SessionKeys.GLOBAL;
    };
  }

  @Override
  public Object identity(Object object) {
    return method.sessionKeys().ofInstance(object);
  }

  /** Returns the session of a call that names none: that of the run in force, else the thread. */
  Object impliedSession() {
    return run != null ? run : thread;
  }

  /** Returns target and method for a message. */
  String describeMethod() {
    return method.describe();
  }

  /** Returns where a failure of one of the target's expressions lies, as far as that is known. */
  @Nullable String explain(Throwable failure) {
    return method.explain(failure);
  }

  /** Whether the target came with the agent. */
  boolean isOfProfile() {
    return method.target().fromProfile();
  }

  /** Returns what a report is about; tool and fingerprint are absent where it is about a turn. */
  Subject subject(Object key, @Nullable String name, @Nullable Fingerprint fingerprint) {
    return new Subject(key, run, method.target().name(), name, fingerprint, null);
  }

  /** Returns the place of what was judged in the order of all; 0 where nobody asks. */
  long order() {
    return order;
  }

  void tellOrder(long place) {
    order = place;
  }

  void tellTool(String name) {
    tool = name;
  }

  void tellSession(Object key) {
    session = key;
  }

  void tellFinding(int matchingCalls, String text) {
    count = matchingCalls;
    message = text;
  }

  void tellMessage(String text) {
    message = text;
  }

  void tellWarning(String alone, String withResult) {
    warning = alone;
    message = withResult;
  }

  /** Returns what the method returned; {@code null} where it threw. */
  @Nullable Object returned() {
    return returned;
  }

  /** Returns what the method threw, or {@code null}. */
  @Nullable Throwable thrown() {
    return thrown;
  }

  void tellOutcome(@Nullable Object result, @Nullable Throwable error) {
    returned = result;
    thrown = error;
  }
}
