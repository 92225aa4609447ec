package io.loopsentinel.tools.replay;

import io.loopsentinel.tools.support.RecordLines;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The runs and problems read from a text. */
final class Read {

  final List<Recording> runs = new ArrayList<>();
  final List<String> broken = new ArrayList<>();

  static Read of(String... lines) {
    try {
      return of(new RecordLines(new StringReader(String.join("\n", lines))), "runs.jsonl");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  static Read of(RecordLines lines, String file) throws IOException {
    Read read = new Read();
    try (lines) {
      RecordingFile.read(
          lines, file, read.runs::add, (line, reason) -> read.broken.add(line + ": " + reason));
    }
    return read;
  }

  /** A call and what came of it. */
  record ToolCall(
      String tool, @Nullable Object arguments, @Nullable String result, boolean failed) {}

  /** Returns the calls of a run whose messages are these. */
  static List<ToolCall> calls(String... messages) {
    Read read = of("{\"messages\": [" + String.join(",", messages).replace("\n", "") + "]}");
    if (!read.broken.isEmpty()) {
      throw new AssertionError(read.broken);
    }
    List<ToolCall> calls = new ArrayList<>();
    for (Recording.Step step : read.runs.get(0).steps()) {
      if (step instanceof Recording.CallStep called) {
        calls.add(new ToolCall(called.tool(), called.arguments(), null, false));
      } else if (step instanceof Recording.OutcomeStep ended) {
        Recording.CallStep call = ended.call();
        calls.set(
            calls.size() - 1,
            new ToolCall(call.tool(), call.arguments(), (String) ended.outcome(), ended.failed()));
      }
    }
    return calls;
  }

  /** Returns the responses of the only run. */
  List<Recording.TurnStep> responses() {
    return runs.get(0).steps().stream()
        .filter(Recording.TurnStep.class::isInstance)
        .map(Recording.TurnStep.class::cast)
        .toList();
  }
}
