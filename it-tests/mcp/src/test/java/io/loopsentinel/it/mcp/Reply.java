package io.loopsentinel.it.mcp;

import io.loopsentinel.ToolLoopError;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import java.util.stream.Stream;

/**
 * What came of a call.
 *
 * @param texts the texts of its result
 * @param others how many contents the result has besides
 * @param isError whether the result is marked as an error
 * @param isMarked whether the result is marked as a hint
 * @param failures the failure that came instead of a result; at most one
 */
record Reply(
    List<String> texts, int others, boolean isError, boolean isMarked, List<Failure> failures) {

  /**
   * A failure.
   *
   * @param classes the classes of it, from the outermost wrapper to the root cause
   * @param codes the code of the error that the server answered; at most one
   * @param message its message
   * @param loops the error of Loop Sentinel that is found in it; at most one
   */
  record Failure(List<String> classes, List<Integer> codes, String message, List<Loop> loops) {}

  /**
   * A {@link ToolLoopError} as data.
   *
   * @param status as in the error
   * @param tool as in the error
   * @param count as in the error
   * @param detector as in the error
   */
  record Loop(ToolLoopError.Status status, String tool, int count, String detector) {}

  static Reply of(CallToolResult result) {
    List<String> texts =
        result.content().stream()
            .filter(TextContent.class::isInstance)
            .map(content -> ((TextContent) content).text())
            .toList();
    return new Reply(
        texts,
        result.content().size() - texts.size(),
        Boolean.TRUE.equals(result.isError()),
        result.meta() != null && Boolean.TRUE.equals(result.meta().get("io.loopsentinel/hint")),
        List.of());
  }

  static Reply of(Throwable failure) {
    List<Throwable> chain =
        Stream.iterate(failure, each -> each != null, Throwable::getCause).toList();
    return new Reply(
        List.of(),
        0,
        false,
        false,
        List.of(
            new Failure(
                chain.stream().map(each -> each.getClass().getName()).toList(),
                chain.stream()
                    .filter(McpError.class::isInstance)
                    .map(each -> ((McpError) each).getJsonRpcError().code())
                    .toList(),
                String.valueOf(failure.getMessage()),
                ToolLoopError.findIn(failure).stream()
                    .map(e -> new Loop(e.status(), e.tool(), e.count(), e.detector()))
                    .toList())));
  }

  /** Whether the call has failed. */
  boolean hasFailed() {
    return !failures.isEmpty();
  }

  /** Whether its result tells of a loop. */
  boolean isTold() {
    return texts.stream().anyMatch(text -> text.startsWith("loop-detected"));
  }
}
