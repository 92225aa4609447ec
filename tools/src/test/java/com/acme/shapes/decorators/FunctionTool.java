package com.acme.shapes.decorators;

import java.util.function.UnaryOperator;

/** A tool that is a function. */
final class FunctionTool implements ToolCallback {

  private final String name;
  private final UnaryOperator<String> function;

  FunctionTool(String name, UnaryOperator<String> function) {
    this.name = name;
    this.function = function;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String call(String toolInput) {
    return function.apply(toolInput);
  }
}
