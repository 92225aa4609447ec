package io.loopsentinel.tools.replay;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.tools.support.Json;
import io.loopsentinel.tools.support.MalformedRecordException;
import io.loopsentinel.tools.support.RecordLines;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file of recorded runs: conversations or an audit log, plain or gzip. The first characters
 * determine the format.
 */
record RecordingFile(File file) {

  private static final Pattern AUDIT_LOG = Pattern.compile("\\s*\\{\\s*\"v\"\\s*:");

  interface Sink {

    void run(Recording run);

    /** Receives the number, from 1, of a line that contains no valid run, and the reason. */
    void broken(long line, String reason);
  }

  /** Reads runs written in one format, line by line. */
  interface Format {

    /** Returns the runs that a line completes. May be called again after an exception. */
    List<Recording> line(JsonNode line, long number) throws MalformedRecordException;

    /** Returns the runs that the end of the file completes. */
    default List<Recording> end() throws MalformedRecordException {
      return List.of();
    }
  }

  /** Reads the file to its end, with one run in memory at a time. */
  void read(Sink sink) throws IOException {
    try (RecordLines in = RecordLines.open(file)) {
      read(in, file.getName(), sink);
    }
  }

  static void read(RecordLines in, String name, Sink sink) throws IOException {
    Lines lines = new Lines(name, sink);
    in.read(lines);
    lines.end(in.number());
  }

  /** Passes each line to the format of the first one. */
  private static final class Lines implements RecordLines.Sink {

    private final String name;
    private final Sink sink;
    private @Nullable Format format;

    Lines(String name, Sink sink) {
      this.name = name;
      this.sink = sink;
    }

    @Override
    public void line(String text, long number) throws MalformedRecordException {
      if (format == null) {
        format =
            AUDIT_LOG.matcher(text).lookingAt()
                ? new AuditReader(name)
                : (run, line) -> List.of(ChatConversation.read(run, name, line));
      }
      format.line(Json.read(text), number).forEach(sink::run);
    }

    @Override
    public void broken(long number, String reason) {
      sink.broken(number, reason);
    }

    void end(long number) {
      try {
        if (format != null) {
          format.end().forEach(sink::run);
        }
      } catch (MalformedRecordException e) {
        sink.broken(number, String.valueOf(e.getMessage()));
      }
    }
  }
}
