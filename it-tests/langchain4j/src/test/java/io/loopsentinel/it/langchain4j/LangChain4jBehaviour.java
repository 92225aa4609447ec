package io.loopsentinel.it.langchain4j;

import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.Habits;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Library;
import java.util.List;

/** Behaviours of models that are played on LangChain4j only. */
enum LangChain4jBehaviour implements Behaviour {
  /** Makes new calls that are nearly equal and fail alike until it is warned. */
  FAILING_AT_LENGTH;

  @Override
  public Script script(Habits habits) {
    return switch (this) {
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
