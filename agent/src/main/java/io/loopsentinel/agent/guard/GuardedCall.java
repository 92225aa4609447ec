package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.session.Detection;
import io.loopsentinel.engine.session.LoopEngine;
import io.loopsentinel.engine.session.ToolCall;
import io.loopsentinel.engine.text.Printable;
import org.jspecify.annotations.Nullable;

/**
 * A tool call as the guard read it.
 *
 * <p>Its identity is worked out when it is first asked for: nobody asks for that of a call that is
 * left alone. Used by one thread at a time.
 */
final class GuardedCall {

  /** Characters of the arguments that a message to the model repeats. */
  static final int SHOWN_ARGUMENTS = 200;

  private final CallEnvironment environment;
  private final LoopEngine engine;
  private final String name;
  private final @Nullable Object arguments;
  private final boolean writtenByModel;
  private final Object session;
  private @Nullable ToolCall call;

  /**
   * Creates a call.
   *
   * @param environment its values, for the expressions that are still to be evaluated
   * @param engine works out its identity
   * @param name the tool's name in full
   * @param arguments the tool's arguments
   * @param writtenByModel whether these are the model's own, as {@code args} says; else they are
   *     whatever the method is called with, and no message quotes them
   * @param session the session's key
   */
  GuardedCall(
      CallEnvironment environment,
      LoopEngine engine,
      String name,
      @Nullable Object arguments,
      boolean writtenByModel,
      Object session) {
    this.environment = environment;
    this.engine = engine;
    this.name = name;
    this.arguments = arguments;
    this.writtenByModel = writtenByModel;
    this.session = session;
  }

  CallEnvironment environment() {
    return environment;
  }

  /** Returns the tool's name in full. */
  String name() {
    return name;
  }

  /** Returns the tool's arguments. */
  @Nullable Object arguments() {
    return arguments;
  }

  /** Returns the session's key. */
  Object session() {
    return session;
  }

  /** Returns what the engine judges. */
  ToolCall call() {
    ToolCall known = call;
    if (known == null) {
      known = engine.identify(name, arguments);
      call = known;
    }
    return known;
  }

  /** Returns what a report about it is about. */
  Subject subject() {
    return environment.subject(session(), call().tool(), call().fingerprint()).with(arguments);
  }

  private @Nullable String shownArguments() {
    return writtenByModel ? engine.show(arguments, SHOWN_ARGUMENTS) : null;
  }

  /** Returns all that a message about a finding may say. */
  LoopReport report(Detection detection) {
    return new LoopReport(
        call().tool(),
        call().fingerprint(),
        detection.finding(),
        detection.occurrence(),
        detection.next(),
        true,
        call().policy(),
        this::shownArguments,
        Printable.of(session().toString(), Printable.NAME));
  }
}
