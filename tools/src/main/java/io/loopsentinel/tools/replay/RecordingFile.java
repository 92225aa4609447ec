package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.tools.support.Json;
import io.loopsentinel.tools.support.MalformedRecordException;
import io.loopsentinel.tools.support.RecordLines;
import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of recorded runs: conversations or an audit log, plain or gzip. The first characters
 * determine the format.
 */
final class RecordingFile {

  private static final Pattern AUDIT_LOG = Pattern.compile("\\s*\\{\\s*\"v\"\\s*:");

  private final String name;
  private final Consumer<Recording> runs;
  private boolean begun;

  /** Absent if the file has conversations. */
  private @Nullable AuditReader audit;

  private RecordingFile(String name, Consumer<Recording> runs) {
    this.name = name;
    this.runs = runs;
  }

  /**
   * Reads a file to its end, with one run in memory at a time.
   *
   * @param broken receives the number, from 1, of a line that contains no valid run, and the reason
   */
  static void read(
      RecordLines in, String name, Consumer<Recording> runs, BiConsumer<Long, String> broken)
      throws IOException {
    RecordingFile file = new RecordingFile(name, runs);
    in.read(file::line, broken);
    try {
      if (file.audit != null) {
        file.audit.end().forEach(runs);
      }
    } catch (MalformedRecordException e) {
      broken.accept(in.number(), String.valueOf(e.getMessage()));
    }
  }

  private void line(String text, long number) throws MalformedRecordException {
    if (!begun) {
      begun = true;
      audit = AUDIT_LOG.matcher(text).lookingAt() ? new AuditReader(name) : null;
    }
    JsonNode line = Json.read(text);
    List<Recording> completed =
        audit == null ? List.of(ChatConversation.read(line, name, number)) : audit.line(line);
    completed.forEach(runs);
  }
}
