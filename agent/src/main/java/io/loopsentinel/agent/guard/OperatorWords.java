package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.session.Turns;
import java.util.List;
import java.util.function.Predicate;

/** Hands over what somebody outside has to say to the model of a session. Stateless. */
final class OperatorWords {

  private OperatorWords() {}

  /**
   * Has a text that the model reads carry what waits in a session. What it cannot carry waits on,
   * and the log says so where no request of the session is known to carry any.
   *
   * @param carrier adds words to the text; returns whether it did
   * @param text what the text is
   */
  static void carry(GuardContext context, Object session, Predicate<String> carrier, String text) {
    Turns turns = context.engine().turns();
    List<String> words = turns.takeWords(session);
    boolean carried = !words.isEmpty() && carrier.test(String.join("\n\n", words));
    if (carried || (!words.isEmpty() && !turns.keepWords(session, words))) {
      String line = carried ? "is added to the " + text : "waits: the " + text + " cannot carry it";
      String name = Reports.name(session);
      context
          .reports()
          .log()
          .write(name, "told", "session %s: a word from the operator %s".formatted(name, line));
    }
  }
}
