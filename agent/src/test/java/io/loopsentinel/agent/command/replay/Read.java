package io.loopsentinel.agent.command.replay;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;

/** What was read of a text. */
final class Read implements RecordingSink {

  final List<Recording> runs = new ArrayList<>();
  final List<String> broken = new ArrayList<>();

  static Read of(String... lines) {
    Read read = new Read();
    try {
      String text = String.join("\n", lines);
      RecordingFile.read(new BufferedReader(new StringReader(text)), "runs.jsonl", read);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return read;
  }

  /** Returns the calls of a run whose messages are these. */
  static List<Recording.ToolCall> calls(String... messages) {
    Read read = of("{\"messages\": [" + String.join(",", messages).replace("\n", "") + "]}");
    if (!read.broken.isEmpty()) {
      throw new AssertionError(read.broken);
    }
    return read.runs.get(0).responses().stream().flatMap(r -> r.calls().stream()).toList();
  }

  @Override
  public void run(Recording run) {
    runs.add(run);
  }

  @Override
  public void broken(long line, String reason) {
    broken.add(line + ": " + reason);
  }
}
