package io.loopsentinel.benchmarks;

import io.loopsentinel.agent.session.Engine;
import io.loopsentinel.agent.session.ModelTurn;
import io.loopsentinel.agent.session.Ruling;
import java.util.Map;

/**
 * The calls that a measured session makes.
 *
 * @param tools how many tools take turns
 * @param words how many words the arguments of a call have
 * @param results whether the calls return something, each a text of its own, or nothing is seen
 * @param period after how many calls the same ones come again; 0 where none does
 * @param turnWords how many words the model says before each call; 0 where it is not listened to
 */
record CallSeries(int tools, int words, boolean results, int period, int turnWords) {

  /** Returns the series for a table. */
  String title() {
    return (tools == 1 ? "1 tool" : tools + " tools")
        + (results ? ", " + words + (words == 1 ? " word" : " words") : ", no results")
        + (period == 0 ? "" : ", again after " + period)
        + (turnWords == 0 ? "" : ", turns of " + turnWords);
  }

  /**
   * Makes calls in a session.
   *
   * @return whether all of them ran and nothing was found
   */
  boolean play(Engine engine, Object session, int calls) {
    for (int call = 0; call < calls; call++) {
      int number = period == 0 ? call : call % period;
      if (turnWords > 0) {
        engine.turn(session, new ModelTurn(text("said", turnWords, call), 0, 0, null));
      }
      Map<String, Object> arguments = Map.of("query", text("word", words, number));
      Ruling ruling = engine.judge(session, engine.identify("tool" + number % tools, arguments));
      if (!(ruling instanceof Ruling.Pass pass) || pass.recorded() == null) {
        return false;
      }
      if (results && engine.outcome(pass.recorded(), text("result", words, call)) != null) {
        return false;
      }
    }
    return true;
  }

  private static String text(String word, int words, int number) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(i == 0 ? "" : " ").append(word).append(number * words + i);
    }
    return text.toString();
  }
}
