package io.loopsentinel.it.springai;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.scenario.Library;
import io.loopsentinel.it.scenario.TwoBudgets;

/** Two users ask assistants. */
public final class TwoBudgetsProgram {

  private TwoBudgetsProgram() {}

  /** Takes the name of a way of dispatch. */
  public static void main(String[] args) throws Exception {
    Dispatch dispatch = Dispatch.valueOf(args[0]);
    Library library = new Library(1);
    System.out.println(
        new ObjectMapper()
            .writeValueAsString(
                TwoBudgets.play(
                    dispatch, url -> Assistant.asked(dispatch, url, library), library::searches)));
    System.out.flush();
    System.exit(0);
  }
}
