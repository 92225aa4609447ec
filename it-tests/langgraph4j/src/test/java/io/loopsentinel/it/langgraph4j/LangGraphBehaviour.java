package io.loopsentinel.it.langgraph4j;

import io.loopsentinel.it.contract.Behaviour;
import io.loopsentinel.it.contract.Habits;
import io.loopsentinel.it.model.Reply.ToolCalls;
import io.loopsentinel.it.model.Script;
import io.loopsentinel.it.scenario.Library;
import java.util.List;

/** Behaviours of models that are played on LangGraph4j only. */
enum LangGraphBehaviour implements Behaviour {
  /** Makes new calls. */
  UNTIRING,
  /** Makes one call with a long text beside it. */
  VERBOSE;

  /** The turns that a run may have; the longest of the contract's has as many. */
  static final int TURNS = 7;

  /** The tokens that a run may have. */
  static final int TOKENS = 12_000;

  private static final int CHARACTERS_PER_TOKEN = 4;

  @Override
  public Script script(Habits habits) {
    return switch (this) {
      case UNTIRING ->
          conversation ->
              new ToolCalls(List.of(habits.search("volume " + conversation.responses())));
      case VERBOSE ->
          conversation ->
              new ToolCalls(
                  "x".repeat(TOKENS * CHARACTERS_PER_TOKEN), List.of(habits.search(Library.LOOPS)));
    };
  }
}
