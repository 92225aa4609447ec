package com.acme.shapes.workflows;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Executes activities in the order that a definition gives. */
public final class WorkflowEngine {

  private final Map<String, Function<Map<String, Object>, Map<String, Object>>> activities =
      new HashMap<>();

  /** A step of a definition. */
  public record Step(String activity, Map<String, Object> input, String next) {}

  public Map<String, Object> run(String workflowId, List<Step> definition) {
    Map<String, Object> variables = new HashMap<>();
    Step step = definition.get(0);
    while (step != null) {
      variables.putAll(execute(step.activity(), step.input()));
      step = find(definition, step.next());
    }
    variables.put("workflow", workflowId);
    return variables;
  }

  private Map<String, Object> execute(String activity, Map<String, Object> arguments) {
    Function<Map<String, Object>, Map<String, Object>> body = activities.get(activity);
    if (body == null) {
      throw new IllegalStateException("unknown activity: " + activity);
    }
    return body.apply(arguments);
  }

  private static Step find(List<Step> definition, String activity) {
    for (Step step : definition) {
      if (step.activity().equals(activity)) {
        return step;
      }
    }
    return null;
  }
}
