package io.loopsentinel.it.langchain4j;

import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.Habits;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Library;
import java.util.Collections;
import java.util.List;

/** Behaviours of models that are played on LangChain4j only. */
enum LangChain4jBehaviour implements Behaviour {
  /** Makes one call six times, whose result changes each time, then answers. */
  POLLING,
  /** Makes new calls that are nearly equal and fail alike until it is warned. */
  FAILING_AT_LENGTH;

  @Override
  public Script script(Habits habits) {
    return switch (this) {
      case POLLING ->
          Script.healthy(
              Collections.nCopies(6, new ToolCalls(List.of(habits.search(Library.MOVING)))),
              ModelBehaviour.ANSWER);
      case FAILING_AT_LENGTH ->
          habits.untilWarned(
              responses ->
                  List.of(
                      habits.search(
                          Library.BROKEN
                              + "in the darkest corner of the old reading room behind the stairs, "
                              + responses)));
    };
  }
}
