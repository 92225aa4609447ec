package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.response.LoopReport;
import io.loopsentinel.engine.session.Engine;
import io.loopsentinel.engine.session.Sighting;
import io.loopsentinel.engine.session.ToolCall;
import io.loopsentinel.engine.text.Printable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A tool call as the guard read it.
 *
 * <p>May be read anew for one call after the other. Its identity is worked out when it is first
 * asked for: nobody asks for that of a call that is left alone. Used by one thread at a time.
 */
final class GuardedCall {

  /** Characters of the arguments that a message to the model repeats. */
  static final int SHOWN_ARGUMENTS = 200;

  private final CallEnvironment environment;
  private final ToolCall call = new ToolCall();
  private @Nullable Engine engine;
  private @Nullable String name;
  private @Nullable Object arguments;
  private @Nullable Object session;
  private boolean identified;

  /**
   * Creates a call that is to be read.
   *
   * @param environment its values, for the expressions that are still to be evaluated
   */
  GuardedCall(CallEnvironment environment) {
    this.environment = environment;
  }

  /**
   * Takes in what is called.
   *
   * @param identifier works out its identity
   * @param toolName the tool's name in full
   */
  void begin(Engine identifier, String toolName) {
    if (engine != identifier) {
      engine = identifier;
    }
    name = toolName;
    identified = false;
  }

  /** Takes in the tool's arguments. */
  void tellArguments(@Nullable Object toolArguments) {
    arguments = toolArguments;
  }

  /** Takes in the key of its session. */
  void tellSession(Object key) {
    session = key;
  }

  /** Lets go of everything that belongs to the application. */
  void release() {
    name = null;
    arguments = null;
    session = null;
    identified = false;
    call.release();
  }

  CallEnvironment environment() {
    return environment;
  }

  /** Returns the tool's name in full. */
  String name() {
    return Objects.requireNonNull(name);
  }

  @Nullable String nameIfKnown() {
    return name;
  }

  /** Returns the tool's arguments. */
  @Nullable Object arguments() {
    return arguments;
  }

  /** Returns the session's key. */
  Object session() {
    return Objects.requireNonNull(session);
  }

  @Nullable Object sessionIfKnown() {
    return session;
  }

  /** Returns what the engine judges. */
  ToolCall call() {
    if (!identified) {
      Objects.requireNonNull(engine).identify(name(), arguments, session, call);
      identified = true;
    }
    return call;
  }

  /** Returns what a report about it is about. */
  Subject subject() {
    return environment.subject(session(), call().tool(), call().fingerprint()).with(arguments);
  }

  private String shownArguments() {
    return Objects.requireNonNull(engine).show(arguments, SHOWN_ARGUMENTS);
  }

  /** Returns all that a message about a finding may say. */
  LoopReport report(Sighting sighting) {
    return new LoopReport(
        call().tool(),
        call().fingerprint(),
        sighting.finding(),
        sighting.occurrence(),
        sighting.next(),
        true,
        call().policy(),
        () -> shownArguments(),
        Printable.of(session().toString(), Printable.NAME));
  }
}
