package com.acme.shapes.formulas;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/** The functions of a spreadsheet. */
public final class FormulaFunctions {

  private final Map<String, Function<List<Object>, Object>> functions = new HashMap<>();

  public FormulaFunctions() {
    functions.put(
        "SUM", values -> values.stream().mapToDouble(v -> ((Number) v).doubleValue()).sum());
    functions.put("COUNT", List::size);
  }

  public Object apply(String functionName, List<Object> arguments) {
    Function<List<Object>, Object> function = functions.get(functionName.toUpperCase(Locale.ROOT));
    if (function == null) {
      return "#NAME? Unknown function: " + functionName;
    }
    return function.apply(arguments);
  }
}
