package io.loopsentinel.agent.guard;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.management.SessionDirectory;
import io.loopsentinel.hook.Hook;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An agent that asks its model and dispatches tools, through the guards of both. */
final class Conversation {

  /** The request to the model. */
  record Request(List<String> messages) {}

  /** The answer of the model. */
  record Response(String text, List<Call> calls) {
    static Response calling(String tool, Object arguments) {
      return new Response("", List.of(new Call(tool, arguments)));
    }
  }

  /** A call that it asks for. */
  record Call(String tool, Object arguments) {}

  /** The application. */
  interface Agent {
    Response ask(Request request);

    String dispatch(String tool, Map<String, Object> arguments);

    int send(String tool, Map<String, Object> arguments);
  }

  /** The tool target, and {@code send}, whose results cannot carry a warning. */
  static final String TOOLS =
      """
          - {name: tool, kind: tool, type: TYPE, method: dispatch, session: '"s"', tool: arg0, args: arg1}
          - {name: send, kind: tool, type: TYPE, method: send, session: '"s"', tool: arg0, args: arg1}
      """;

  /** Three equal failures are a finding for any arguments. */
  private static final String DETECTORS = "  detectors: {error: {threshold: 3}}\n";

  private final GuardedCalls calls;

  Conversation(String settings, String turnTarget) {
    this(settings, turnTarget, TOOLS);
  }

  Conversation(String settings, String turnTarget, String tools) {
    calls =
        GuardedCalls.of(
            Agent.class,
            "sentinel:\n"
                + settings
                + "  targets:\n    - "
                + turnTarget
                + "\n"
                + tools
                + DETECTORS);
  }

  /** Asks the model; returns the messages that it got. */
  List<String> ask(Response response) throws Exception {
    Object[] arguments = {new Request(List.of("hello"))};
    Object verdict = verdict("ask", arguments);
    Object got = Hook.exit(verdict, response, null);
    if (got != response) {
      throw new AssertionError("the response was replaced");
    }
    return ((Request) arguments[0]).messages();
  }

  /** Dispatches a tool that answers; returns what the model reads. */
  @Nullable Object dispatch(String tool, int number, String result) throws Exception {
    return Hook.exit(verdict("dispatch", tool, Map.of("n", number)), result, null);
  }

  /** Dispatches a tool that asks a model for itself; returns the messages that it got. */
  List<String> dispatchAsking(String tool, int number, Response response) throws Exception {
    Object verdict = verdict("dispatch", tool, Map.of("n", number));
    List<String> messages = ask(response);
    Hook.exit(verdict, "about " + "abcdefghijklmnopqrst".charAt(number), null);
    return messages;
  }

  void fail(String tool, int number, Exception failure) throws Exception {
    Hook.exit(verdict("dispatch", tool, Map.of("n", number)), null, failure);
  }

  /** Dispatches a tool whose result is a number. */
  void send(String tool, int number) throws Exception {
    Hook.exit(verdict("send", tool, Map.of("n", number)), 1, null);
  }

  /** Returns the sessions as they can be asked for from outside. */
  SessionDirectory sessions(boolean showsArguments) {
    SessionDirectory sessions =
        new SessionDirectory(calls.telemetry(), () -> showsArguments, List::of);
    sessions.connect(calls.engine());
    return sessions;
  }

  /** Listens to events as they are published. */
  void listen(Consumer<LoopEvent> listener) {
    calls.listen(listener);
  }

  String log() {
    return calls.log();
  }

  private @Nullable Object verdict(String method, Object... arguments) throws Exception {
    Guard guard = calls.guard(method);
    Object verdict = guard.apply(null, arguments);
    if (verdict instanceof Error stopped) {
      throw stopped;
    }
    return verdict;
  }
}
