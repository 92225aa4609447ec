package io.loopsentinel.it.koog;

import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.Habits;
import io.loopsentinel.it.contract.ModelBehaviour;
import io.loopsentinel.it.model.Reply.Answer;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Script;
import java.util.List;

/** Behaviours of models that are played on Koog only. */
enum KoogBehaviour implements Behaviour {
  /** Answers in a way that no tool understands until it reads that this was not run. */
  GARBLING,
  /** Answers at once, to one task after another. */
  CURT;

  /**
   * The habits of models. A tool that is an agent has its one parameter by that name. Koog's own
   * limit for graphs, 50 nodes, is reached before the patience ends.
   */
  static final Habits HABITS =
      Habits.DEFAULT.withArguments("{\"input\": \"%s\"}").withPatience(26).withVolumes(6);

  /** The number of tasks of a question with {@link #CURT}. */
  static final int TASKS = 5;

  @Override
  public Script script(Habits habits) {
    return switch (this) {
      case GARBLING ->
          habits.untilStopped(responses -> List.of(finish("answer", ModelBehaviour.ANSWER)));
      case CURT -> conversation -> new Answer(ModelBehaviour.ANSWER);
    };
  }

  /** Returns a call of the tool that ends a task, which has one parameter, {@code result}. */
  static ToolCall finish(String parameter, String text) {
    return new ToolCall("finalize_task_result", "{\"" + parameter + "\": \"" + text + "\"}");
  }
}
