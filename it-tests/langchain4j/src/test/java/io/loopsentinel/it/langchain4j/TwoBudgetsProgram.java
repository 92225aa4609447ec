package io.loopsentinel.it.langchain4j;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.scenario.TwoBudgets;

/** Two users ask assistants. */
public final class TwoBudgetsProgram {

  private TwoBudgetsProgram() {}

  /** Takes the name of a way of dispatch. */
  public static void main(String[] args) throws Exception {
    Dispatch dispatch = Dispatch.valueOf(args[0]);
    SearchTool tool = new SearchTool();
    System.out.println(
        new ObjectMapper()
            .writeValueAsString(
                TwoBudgets.play(
                    dispatch, url -> AssistantsSince10.asked(dispatch, url, tool), tool::runs)));
    System.out.flush();
    System.exit(0);
  }
}
