package com.acme.shapes.requiredmembers;

import java.util.Objects;

/** A message with a result. */
public final class ToolMessage {

  private final String toolCallId;
  private final String toolName;
  private final String content;

  private ToolMessage(Builder builder) {
    this.toolCallId = Objects.requireNonNull(builder.toolCallId, "toolCallId");
    this.toolName = Objects.requireNonNull(builder.toolName, "toolName");
    this.content = Objects.requireNonNullElse(builder.content, "");
  }

  public static Builder builder() {
    return new Builder();
  }

  public String toolCallId() {
    return toolCallId;
  }

  public String toolName() {
    return toolName;
  }

  public String content() {
    return content;
  }

  /** Builds messages. */
  public static final class Builder {

    private String toolCallId;
    private String toolName;
    private String content;

    public Builder toolCallId(String value) {
      toolCallId = value;
      return this;
    }

    public Builder toolName(String value) {
      toolName = value;
      return this;
    }

    public Builder content(String value) {
      content = value;
      return this;
    }

    public ToolMessage build() {
      return new ToolMessage(this);
    }
  }
}
