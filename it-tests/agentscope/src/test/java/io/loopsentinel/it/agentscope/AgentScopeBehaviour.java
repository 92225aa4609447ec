package io.loopsentinel.it.agentscope;

import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.Habits;
import io.loopsentinel.it.model.Reply.ToolCall;
import io.loopsentinel.it.model.Script;
import java.util.List;

/** Behaviours of models that are played on AgentScope only. */
enum AgentScopeBehaviour implements Behaviour {
  /** Answers in a way that no tool understands until it reads that this was not run. */
  GARBLING,
  /** Makes new calls. */
  UNTIRING;

  @Override
  public Script script(Habits habits) {
    return switch (this) {
      case GARBLING -> habits.untilStopped(responses -> List.of(respond("answer", "7")));
      case UNTIRING ->
          Script.untilExhausted(
              habits.patience(), responses -> List.of(habits.search("shelf " + responses)));
    };
  }

  /** Returns a call of the tool that ends a run, which has one parameter, {@code response}. */
  static ToolCall respond(String parameter, String value) {
    return new ToolCall("generate_response", "{\"" + parameter + "\": " + value + "}");
  }
}
