package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.Environment;
import io.loopsentinel.agent.expression.Variable;
import io.loopsentinel.engine.identity.Fingerprint;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The values of one method call as expressions see them. May be used for one call after the other;
 * by one thread at a time.
 *
 * <p>One that is used again is old, and with G1 each reference to something young that is written
 * into an old object costs a fence, some 5 ns. So nothing is written that stands there already, or
 * that the call itself can tell.
 */
final class CallEnvironment implements Environment {

  private @Nullable GuardedMethod method;
  private @Nullable Object run;
  private @Nullable ThreadKey thread;
  private @Nullable Object self;
  private Object @Nullable [] arguments;
  private @Nullable Object returned;
  private @Nullable Throwable thrown;
  private @Nullable GuardedCall call;
  private @Nullable String tool;
  private @Nullable Object session;
  private @Nullable String message;
  private @Nullable String warning;
  private int count;
  private long order;

  /** Creates the values of no call. */
  CallEnvironment() {}

  CallEnvironment(
      GuardedMethod method, ThreadFrames frames, @Nullable Object self, Object[] arguments) {
    begin(method, frames, self, arguments);
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

  /** Has a call tell its tool and its session from now on, whichever call it stands for. */
  void standFor(GuardedCall only) {
    call = only;
  }

  /** Takes in what is known when a call begins. */
  @SuppressWarnings("ReferenceEquality") // What stands there already is not written once more.
  void begin(
      GuardedMethod called, ThreadFrames frames, @Nullable Object receiver, Object[] itsArguments) {
    method = called;
    // Of the thread that makes the call; what comes of it may be read on another one.
    run = frames.runSession();
    if (thread != frames.threadKey()) {
      thread = frames.threadKey();
    }
    self = receiver;
    arguments = itsArguments;
  }

  /** Lets go of everything that belongs to the application. */
  void release() {
    method = null;
    run = null;
    self = null;
    arguments = null;
    returned = null;
    thrown = null;
    tool = null;
    session = null;
    message = null;
    warning = null;
    count = 0;
    order = 0;
  }

  @Override
  public @Nullable Object argument(int index) {
    return Objects.requireNonNull(arguments)[index];
  }

  @Override
  public @Nullable Object variable(Variable variable) {
    return switch (variable) {
      case THIS -> self;
      case RETURN -> returned;
      case THROWN -> thrown;
      case METHOD -> method().name();
      case MESSAGE -> message;
      case WARNING -> warning;
      case TOOL -> tool == null && call != null ? call.nameIfKnown() : tool;
      case SESSION -> session == null && call != null ? call.sessionIfKnown() : session;
      case COUNT -> count;
      case RUN -> run;
      case THREAD -> thread;
      case INSTANCE -> self == null ? null : identity(self);
      case GLOBAL -> SessionKeys.GLOBAL;
    };
  }

  @Override
  public Object identity(Object object) {
    return method().sessionKeys().ofInstance(object);
  }

  /** Returns the session of a call that names none: that of the run in force, else the thread. */
  Object impliedSession() {
    return run != null ? run : Objects.requireNonNull(thread);
  }

  /** Returns target and method for a message. */
  String describeMethod() {
    return method().describe();
  }

  /** Returns where a failure of one of the target's expressions lies, as far as that is known. */
  @Nullable String explain(Throwable failure) {
    return method().explain(failure);
  }

  /** Whether the target came with the agent. */
  boolean isOfProfile() {
    return method().target().fromProfile();
  }

  /** Returns what a report is about; tool and fingerprint are absent where it is about a turn. */
  Subject subject(Object key, @Nullable String name, @Nullable Fingerprint fingerprint) {
    return new Subject(key, run, method().target().name(), name, fingerprint, null);
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

  private GuardedMethod method() {
    return Objects.requireNonNull(method);
  }
}
