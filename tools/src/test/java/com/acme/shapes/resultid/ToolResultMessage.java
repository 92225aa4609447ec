package com.acme.shapes.resultid;

/** A result, which the model's API refuses where the id is not that of a call. */
public final class ToolResultMessage {

  private final String toolUseId;
  private final String content;
  private final boolean error;

  public ToolResultMessage(String toolUseId, String content, boolean error) {
    if (!toolUseId.startsWith("toolu_")) {
      throw new IllegalArgumentException("no id of a tool use: " + toolUseId);
    }
    this.toolUseId = toolUseId;
    this.content = content;
    this.error = error;
  }

  public static ToolResultMessage error(String toolUseId, String content) {
    return new ToolResultMessage(toolUseId, content, true);
  }

  public static ToolResultMessage success(String toolUseId, String content) {
    return new ToolResultMessage(toolUseId, content, false);
  }

  public String toolUseId() {
    return toolUseId;
  }

  public String content() {
    return content;
  }

  public boolean isError() {
    return error;
  }
}
