package io.loopsentinel.it.semantickernel;

import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.Habits;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Library;
import java.util.List;

/** Behaviours of models that are played on Semantic Kernel only. */
enum SemanticKernelBehaviour implements Behaviour {
  /** Makes new calls that are nearly equal and find the same until it is warned. */
  BROWSING_NEARBY;

  private static final String PLACES =
      "of all rivers hills towns roads bridges mills forests mines ports fields page ";

  @Override
  public Script script(Habits habits) {
    return habits.untilWarned(
        responses -> List.of(habits.search(Library.MAP + PLACES + responses)));
  }
}
