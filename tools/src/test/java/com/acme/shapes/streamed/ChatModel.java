package com.acme.shapes.streamed;

import java.util.List;
import java.util.Map;
import reactor.core.publisher.Flux;

/** A model whose answer comes in pieces. */
public interface ChatModel {

  /** Gives the answer to messages. */
  Flux<Piece> stream(List<String> messages);

  /** A piece of what it answers. */
  record Piece(String text, List<ToolCall> toolCalls, int promptTokens) {}

  /** A tool call of the model. */
  record ToolCall(String name, Map<String, Object> arguments) {}
}
