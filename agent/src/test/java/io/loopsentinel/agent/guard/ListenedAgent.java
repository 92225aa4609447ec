package io.loopsentinel.agent.guard;

import io.loopsentinel.LoopEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A guarded agent, and the events about it. */
final class ListenedAgent {

  private static final String TARGETS =
      """
        targets:
          - {name: turn, kind: turn, type: TYPE, method: ask, session: '"s"', text: return}
          - {name: tool, kind: tool, type: TYPE, method: dispatch, session: '"s"', tool: arg0, args: arg1}
          - {name: run, kind: run, type: TYPE, method: answer, session: '"s"'}
      """;

  /** A model, its tools and what goes round between them. */
  interface Agent {
    String ask(String message);

    String dispatch(String tool, Map<String, Object> arguments);

    String answer(String question);
  }

  final GuardedCalls calls;
  final List<LoopEvent> events = new ArrayList<>();

  ListenedAgent(String yaml) {
    calls = GuardedCalls.of(Agent.class, yaml);
    calls.listen(events::add);
  }

  /** Returns an agent with a target of each kind, all of one session. */
  static ListenedAgent of(String settings) {
    return new ListenedAgent(settings + TARGETS);
  }

  /** Makes equal calls. */
  void dispatch(int times) throws Exception {
    for (int i = 0; i < times; i++) {
      dispatch("search", Map.of("q", "x"), "ran");
    }
  }

  void dispatch(String tool, Map<String, Object> arguments, String result) throws Exception {
    calls.call("dispatch", () -> result, tool, arguments);
  }

  void ask(String text) throws Exception {
    calls.call("ask", () -> text, "hello");
  }

  void run() throws Exception {
    calls.call("answer", () -> "answer", "question");
  }
}
