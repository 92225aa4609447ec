package com.acme;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import reactor.core.publisher.Mono;

/** The application that docs/targets.md speaks of. */
public final class Dispatcher {

  @SuppressWarnings("unused") // read by an expression
  private final String name = "main";

  /** Dispatches one call. */
  @ToolMethod(name = "dispatch_tool")
  ToolResult dispatch(Request request, Map<String, Object> options) {
    return new ToolResult(false, request.tool() + options);
  }

  /** Dispatches one call, whose result comes later. */
  Mono<ToolResult> dispatchLater(Request request) {
    return Mono.fromSupplier(() -> new ToolResult(false, request.tool()));
  }

  /** Dispatches several. */
  List<ToolResult> dispatchAll(List<Part> parts, String conversation) {
    return parts.stream().map(part -> new ToolResult(false, conversation + part.name())).toList();
  }

  /** Gives a tool that is a lambda expression. */
  UnaryOperator<String> register() {
    return input -> "registered " + input;
  }
}
