package com.acme.shapes.rules;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** Fires rules until nothing changes. */
public final class RuleEngine {

  private final Map<String, Predicate<Map<String, Object>>> conditions = new LinkedHashMap<>();

  /** What a rule said. */
  public record Conclusion(String text, boolean fired) {}

  public Map<String, Object> infer(List<String> agenda, Map<String, Object> facts) {
    Map<String, Object> known = new HashMap<>(facts);
    int before;
    do {
      before = known.size();
      for (String rule : agenda) {
        Conclusion conclusion = apply(rule, known);
        if (conclusion.fired()) {
          known.put(rule, conclusion.text());
        }
      }
    } while (known.size() > before);
    return known;
  }

  Conclusion apply(String ruleName, Map<String, Object> input) {
    Predicate<Map<String, Object>> condition = conditions.get(ruleName);
    if (condition == null) {
      return new Conclusion("unknown rule " + ruleName, false);
    }
    return new Conclusion(ruleName + " holds", condition.test(input));
  }
}
