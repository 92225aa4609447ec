package com.acme.shapes.formulas;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A sheet whose cells are calculated until they stay as they are. */
public final class Sheet {

  /** A call of a function in a cell. */
  public record FunctionCall(String name, List<Object> arguments) {}

  private final Map<String, FunctionCall> cells = new TreeMap<>();
  private final FormulaFunctions functions = new FormulaFunctions();

  public List<Object> calculate() {
    List<Object> before = new ArrayList<>();
    List<Object> values = evaluateAll();
    while (!values.equals(before)) {
      before = values;
      values = evaluateAll();
    }
    return values;
  }

  private List<Object> evaluateAll() {
    List<Object> values = new ArrayList<>();
    for (FunctionCall call : cells.values()) {
      values.add(functions.apply(call.name(), call.arguments()));
    }
    return values;
  }
}
