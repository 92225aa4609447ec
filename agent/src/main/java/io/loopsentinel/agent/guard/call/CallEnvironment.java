package io.loopsentinel.agent.guard.call;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.engine.reuse.KeptResults;
import io.loopsentinel.targets.expression.Environment;
import io.loopsentinel.targets.expression.LinkedExpression;
import io.loopsentinel.targets.expression.Variable;
import io.loopsentinel.targets.link.GuardedMethod;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The values of one method call as expressions see them. Used by one thread at a time. */
public final class CallEnvironment implements Environment {

  public final GuardedMethod method;

  /** The arguments of the method. The method runs with changes made to this array. */
  public final Object[] arguments;

  final @Nullable ToolFrame outer;
  public final @Nullable Object self;

  private final @Nullable RunFrame run;
  private final Object thread;
  private final SessionKeys sessionKeys;

  // Variables that are set in the course of the call.
  public @Nullable Object returned;
  public @Nullable Throwable thrown;
  public @Nullable String tool;
  public @Nullable Object session;
  public @Nullable String message;
  public @Nullable String warning;
  public @Nullable Object earlier;
  public int count;

  /** The labels from the call's target and from enclosing calls. */
  public Attribution attribution;

  /** The decision of the application about a finding; {@code null} if none. */
  public @Nullable ListenerDecision listenerDecision;

  /** Keeps the result of this call if it succeeds; {@code null} if it is not to be kept. */
  public KeptResults.@Nullable Request reusable;

  /** The question to a person about this call, and the answer; {@code null} if none. */
  public LoopEvent.@Nullable Question question;

  /** The calls whose end listeners have not seen; {@code null} if there are none. */
  public @Nullable List<@Nullable Map<String, Object>> begun;

  public CallEnvironment(
      GuardedMethod method, ThreadFrames frames, @Nullable Object self, Object[] arguments) {
    this.method = method;
    this.run = frames.innermostRun();
    this.outer = frames.active.call();
    this.thread = frames.threadKey;
    this.sessionKeys = frames.sessionKeys;
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
      case EARLIER -> earlier;
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
    return sessionKeys.ofInstance(object);
  }

  /** Returns the declared arguments, without the continuation of a suspend function. */
  public List<@Nullable Object> writtenArguments() {
    int count = method.result().isSuspending() ? arguments.length - 1 : arguments.length;
    return Arrays.asList(Arrays.copyOf(arguments, count));
  }

  /**
   * Returns the session of the innermost run or, outside any run, of the innermost tool call: calls
   * made by a tool belong to the run that called the tool.
   */
  public @Nullable Object run() {
    if (run != null) {
      return run.session();
    }
    return outer == null ? null : outer.session();
  }

  /**
   * Returns the session by which the requests of the run are known, if that may be another than the
   * session of its calls; {@code null} if not. It is for a configured target, and in a run that
   * began before its method was guarded.
   */
  public @Nullable Object requestingRun() {
    boolean isOwn = method.target().fromProfile() && (run == null || !run.isEarlier());
    return isOwn ? null : run();
  }

  /**
   * Returns a session, and those of the enclosing runs that its run does the work of: an operator's
   * message to any of them is for the model of this call.
   */
  public List<Object> sessionsServedIn(Object session) {
    return run != null && run.session().equals(session) ? run.sessionsServed() : List.of(session);
  }

  /** Reads the session key; the default is the run or, outside any run, the thread. */
  public Object readSession(@Nullable LinkedExpression expression) throws Throwable {
    Object key = expression == null ? null : expression.read(this, this::sessionKey);
    session = key == null ? impliedSession() : key;
    if (!session.equals(run())) {
      attribution = attribution.in(run == null ? "" : run.around(session));
    }
    return session;
  }

  /** Returns the key for the value of a session expression; {@code null} if there is none. */
  public @Nullable Object sessionKey(@Nullable Object value) {
    return sessionKeys.keyOf(value, run(), method.target().fromProfile());
  }

  public Object impliedSession() {
    Object run = run();
    return run != null
        ? run
        : method.target().fromProfile() ? thread : sessionKeys.outsideRuns(thread);
  }
}
