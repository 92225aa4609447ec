package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.guard.call.CallEnvironment;
import io.loopsentinel.engine.session.Turns;
import io.loopsentinel.engine.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** Delivers messages of an operator to the model of a session. Stateless. */
final class OperatorWords {

  private OperatorWords() {}

  /**
   * Adds the waiting messages to a text for the model. If that fails, they keep waiting. The log
   * says so if no request of the session can carry messages.
   *
   * @param carrier adds a message to the text; returns whether it did
   */
  static void carry(
      GuardContext context,
      CallEnvironment environment,
      Object session,
      Predicate<String> carrier,
      String text) {
    Turns turns = context.engine().turns();
    if (!turns.mayHaveWords()) {
      return;
    }
    List<String> words = new ArrayList<>();
    for (Object each : environment.sessionsServedIn(session)) {
      words.addAll(turns.takeWords(each));
    }
    boolean carried = !words.isEmpty() && carrier.test(String.join("\n\n", words));
    if (carried || (!words.isEmpty() && !turns.keepWords(session, words))) {
      String line = carried ? "is added to the " + text : "waits: the " + text + " cannot carry it";
      String name = Printable.name(session);
      context
          .reports()
          .log()
          .write(name, "told", "session %s: a word from the operator %s".formatted(name, line));
    }
  }
}
