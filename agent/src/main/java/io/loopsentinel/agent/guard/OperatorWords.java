package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.guard.Reports.Subject;
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
  static void carry(GuardContext context, Subject subject, Predicate<String> carrier, String text) {
    Turns turns = context.engine().turns();
    List<String> words = turns.takeWords(subject.session());
    if (words.isEmpty()) {
      return;
    }
    if (carrier.test(String.join("\n\n", words))) {
      context.reports().told(subject, "a word from the operator is added to the " + text);
    } else if (!turns.keepWords(subject.session(), words)) {
      context.reports().notTold(subject, "a word from the operator waits, for the " + text);
    }
  }
}
