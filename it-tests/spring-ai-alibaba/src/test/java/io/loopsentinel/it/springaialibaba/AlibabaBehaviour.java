package io.loopsentinel.it.springaialibaba;

import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.Habits;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Library;
import java.util.List;

/** Behaviours of models that are played on Spring AI Alibaba only. */
enum AlibabaBehaviour implements Behaviour {
  /** Makes one call, then answers; a loop of agents has twenty rounds. */
  RETURNING,
  /** Makes one call, then answers; five agents are asked at once. */
  BRANCHING;

  /** The rounds of a loop of agents with {@link #RETURNING}. */
  static final int LOOPS = 20;

  /** The agents that are asked at once with {@link #BRANCHING}. */
  static final int AGENTS = 5;

  @Override
  public Script script(Habits habits) {
    return conversation ->
        conversation.latestToolResults().isEmpty()
            ? new ToolCalls(List.of(habits.search(Library.LOOPS)))
            : new Answer("After " + conversation.responses() + ": " + ModelBehaviour.ANSWER);
  }
}
