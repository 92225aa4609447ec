package io.loopsentinel.benchmarks.engine;

import io.loopsentinel.engine.call.ModelTurn;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.session.LoopEngine;
import java.util.Map;

/**
 * The calls that a measured session makes.
 *
 * @param tools how many tools take turns
 * @param words how many words the arguments of a call have
 * @param outcomes what is seen of them
 * @param period after how many calls the same ones come again; 0 where none does
 * @param turnWords how many words the model says before each call; 0 where it is not listened to
 */
record CallSeries(int tools, int words, Outcomes outcomes, int period, int turnWords) {

  /**
   * What is seen of calls; each result and each error is a text of its own. Of failing tools every
   * third call succeeds.
   */
  enum Outcomes {
    NONE,
    RESULTS,
    FAILURES
  }

  String title() {
    return (tools == 1 ? "1 tool" : tools + " tools")
        + (outcomes == Outcomes.NONE ? ", no results" : ", words: " + words)
        + (outcomes == Outcomes.FAILURES ? ", failing" : "")
        + (period == 0 ? "" : ", again after " + period)
        + (turnWords == 0 ? "" : ", turns of " + turnWords);
  }

  /**
   * Makes calls in a session.
   *
   * @return whether all of them ran and nothing was found
   */
  boolean play(LoopEngine engine, Object session, int calls) {
    for (int call = 0; call < calls; call++) {
      int number = period == 0 ? call : call % period;
      if (turnWords > 0) {
        engine.turns().judge(session, new ModelTurn(text("said", turnWords, call), 0, 0, null));
      }
      Map<String, Object> arguments = Map.of("query", text("word", words, number));
      Decision decision =
          engine.judge(session, engine.identify("tool" + number % tools, arguments));
      if (!(decision instanceof Decision.Pass pass) || pass.recorded() == null) {
        return false;
      }
      String result = text("result", words, call);
      if (outcomes == Outcomes.NONE) {
        continue;
      }
      boolean fails = outcomes == Outcomes.FAILURES && call % 3 != 0;
      Decision.Found found =
          fails
              ? engine.outcomeFailed(pass.recorded(), result)
              : engine.outcome(pass.recorded(), result);
      if (found != null) {
        return false;
      }
    }
    return true;
  }

  private static String text(String word, int words, int number) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(i == 0 ? "" : " ").append(word).append(letters(number * words + i));
    }
    return text.toString();
  }

  /** Returns a number that is not read as one: errors that differ in numbers alone are the same. */
  private static String letters(int number) {
    StringBuilder letters = new StringBuilder();
    for (char digit : Integer.toString(number).toCharArray()) {
      letters.append((char) (digit - '0' + 'a'));
    }
    return letters.toString();
  }
}
