package com.acme.shapes.contentlists;

import java.util.List;

/** What the model is told of a call, piece by piece. */
public record ToolMessage(String callId, List<Content> contents) {

  /** A piece. */
  public sealed interface Content {}

  /** A picture. */
  public record ImageContent(String address) implements Content {}

  /** A text. */
  public record TextContent(String text) implements Content {}

  public ToolMessage {
    if (contents.isEmpty()) {
      throw new IllegalArgumentException("the model refuses a message without contents");
    }
  }
}
