package com.acme;

/** The result of a tool. */
public record ToolResult(boolean failed, String text) {

  public static ToolResult error(String text) {
    return new ToolResult(true, text);
  }
}
