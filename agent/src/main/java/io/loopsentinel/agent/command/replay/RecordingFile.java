package io.loopsentinel.agent.command.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.agent.command.Json;
import io.loopsentinel.agent.command.MalformedRecordException;
import java.io.File;
import java.io.IOException;
import java.io.LineNumberReader;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A file of recorded runs: conversations or an audit log, plain or gzip. How it begins tells which.
 */
record RecordingFile(File file) {

  private static final Pattern AUDIT_LOG = Pattern.compile("\\s*\\{\\s*\"v\"\\s*:");

  interface Sink {

    void run(Recording run);

    /** Takes note of a line, numbered from 1, that should hold a run and does not. */
    void broken(long line, String reason);
  }

  /** Reads runs written in one format, line by line. */
  interface Format {

    /** Returns the runs that a line completes; where one is malformed, the next may not be. */
    List<Recording> line(JsonNode line, long number) throws MalformedRecordException;

    /** Returns the runs that the end of the file completes. */
    default List<Recording> end() throws MalformedRecordException {
      return List.of();
    }
  }

  /** Reads it to its end, with one run in memory. */
  void read(Sink sink) throws IOException {
    try (LineNumberReader in = Json.open(file)) {
      read(in, file.getName(), sink);
    }
  }

  static void read(LineNumberReader in, String name, Sink sink) throws IOException {
    Format format = null;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String text = in.getLineNumber() == 1 && line.startsWith("\uFEFF") ? line.substring(1) : line;
      if (format == null) {
        format =
            AUDIT_LOG.matcher(text).lookingAt()
                ? new AuditReader(name)
                : (run, number) -> List.of(ChatConversation.read(run, name, number));
      }
      try {
        if (!text.isBlank()) {
          format.line(Json.read(text), in.getLineNumber()).forEach(sink::run);
        }
      } catch (MalformedRecordException e) {
        sink.broken(in.getLineNumber(), String.valueOf(e.getMessage()));
      }
    }
    try {
      if (format != null) {
        format.end().forEach(sink::run);
      }
    } catch (MalformedRecordException e) {
      sink.broken(in.getLineNumber(), String.valueOf(e.getMessage()));
    }
  }
}
