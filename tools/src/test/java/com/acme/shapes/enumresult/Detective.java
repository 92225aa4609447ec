package com.acme.shapes.enumresult;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Lets a model collect facts. */
public final class Detective {

  /** A call of a tool. */
  public record Action(String tool, Map<String, Object> arguments) {}

  /** A model. */
  public interface Reasoner {
    List<Action> complete(Map<String, Object> facts);
  }

  private final Reasoner reasoner;
  private final Map<String, Function<Map<String, Object>, Object>> tools = new HashMap<>();

  public Detective(Reasoner reasoner) {
    this.reasoner = reasoner;
  }

  public Map<String, Object> solve(String crime) {
    Blackboard board = new Blackboard();
    board.put("crime", crime);
    List<Action> actions = reasoner.complete(board.facts());
    while (!actions.isEmpty()) {
      for (Action action : actions) {
        board.put("outcome of " + action.tool(), invokeTool(action, board));
      }
      actions = reasoner.complete(board.facts());
    }
    return board.facts();
  }

  private Outcome invokeTool(Action action, Blackboard board) {
    Function<Map<String, Object>, Object> tool = tools.get(action.tool());
    if (tool == null) {
      return Outcome.NOT_FOUND;
    }
    try {
      board.put(action.tool(), tool.apply(action.arguments()));
      return Outcome.DONE;
    } catch (RuntimeException e) {
      return Outcome.FAILED;
    }
  }
}
