package com.acme.shapes.locked;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Thinks, acts and observes in turn. */
public final class Investigator {

  /** A model that gives steps. */
  public interface Reasoner {
    Step nextStep(List<String> scratchpad);
  }

  private final Reasoner reasoner;
  private final Map<String, Function<Map<String, Object>, Object>> tools;

  public Investigator(Reasoner reasoner, Map<String, Function<Map<String, Object>, Object>> tools) {
    this.reasoner = reasoner;
    this.tools = tools;
  }

  public String investigate(String caseId) {
    List<String> scratchpad = new ArrayList<>(List.of(caseId));
    Step step = reasoner.nextStep(scratchpad);
    while (!step.last()) {
      Observation observation = act(step);
      scratchpad.add("Thought: " + step.thought() + "\nObservation: " + observation.text());
      step = reasoner.nextStep(scratchpad);
    }
    return step.thought();
  }

  private Observation act(Step step) {
    Function<Map<String, Object>, Object> tool = tools.get(step.tool());
    if (tool == null) {
      return Observation.error("there is no tool " + step.tool());
    }
    try {
      return Observation.ok(String.valueOf(tool.apply(step.toolInput())));
    } catch (RuntimeException e) {
      return Observation.error(e.toString());
    }
  }
}
