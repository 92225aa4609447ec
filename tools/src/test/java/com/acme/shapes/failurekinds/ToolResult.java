package com.acme.shapes.failurekinds;

import java.util.List;

/** A result, with parts that count instead of the text where there are any. */
public final class ToolResult {

  private final String id;
  private final String tool;
  private final Arguments arguments;
  private final String toolDescription;
  private final String output;
  private final Kind kind;
  private final List<String> parts;

  public ToolResult(
      String id,
      String tool,
      Arguments arguments,
      String toolDescription,
      String output,
      Kind kind,
      List<String> parts) {
    checkNotNullParameter(tool, "tool");
    checkNotNullParameter(arguments, "arguments");
    checkNotNullParameter(output, "output");
    checkNotNullParameter(kind, "kind");
    this.id = id;
    this.tool = tool;
    this.arguments = arguments;
    this.toolDescription = toolDescription;
    this.output = output;
    this.kind = kind;
    this.parts = parts;
  }

  /** As Kotlin's compiler calls it, for each parameter that must not be null. */
  private static void checkNotNullParameter(Object value, String name) {
    if (value == null) {
      throw new NullPointerException(name);
    }
  }

  public String id() {
    return id;
  }

  public String tool() {
    return tool;
  }

  public Arguments arguments() {
    return arguments;
  }

  public String toolDescription() {
    return toolDescription;
  }

  public String output() {
    return output;
  }

  public Kind kind() {
    return kind;
  }

  public String forTheModel() {
    return parts == null ? output : String.join("", parts);
  }
}
