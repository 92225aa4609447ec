package io.loopsentinel.agent.command.replay;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.LongConsumer;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * A file of recorded runs: conversations or an audit log, plain or gzip. How it begins tells which.
 */
record RecordingFile(File file) {

  private static final int BUFFER = 1 << 16;
  private static final Pattern AUDIT_LOG = Pattern.compile("\\s*\\{\\s*\"v\"\\s*:");

  /** Reads it to its end, with one run in memory, and tells how many bytes it read each time. */
  void read(RecordingSink sink, LongConsumer progress) throws IOException {
    try (InputStream bytes = new BufferedInputStream(new Counted(file, progress), BUFFER);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(unpacked(bytes), StandardCharsets.UTF_8), BUFFER)) {
      read(in, file.getName(), sink);
    }
  }

  static void read(BufferedReader in, String source, RecordingSink sink) throws IOException {
    LineReader chat =
        (line, number) -> {
          if (!line.isBlank()) {
            sink.run(ChatConversation.read(line, source + ":" + number));
          }
        };
    LineReader reader = null;
    long number = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      number++;
      String text = number == 1 && line.startsWith("\uFEFF") ? line.substring(1) : line;
      if (reader == null) {
        reader = AUDIT_LOG.matcher(text).lookingAt() ? new AuditReader(source, sink) : chat;
      }
      try {
        reader.line(text, number);
      } catch (MalformedRecordException e) {
        sink.broken(number, String.valueOf(e.getMessage()));
      }
    }
    if (reader != null) {
      reader.end(number);
    }
  }

  private static InputStream unpacked(InputStream bytes) throws IOException {
    bytes.mark(2);
    int magic = bytes.read() | bytes.read() << 8;
    bytes.reset();
    return magic == GZIPInputStream.GZIP_MAGIC ? new GZIPInputStream(bytes, BUFFER) : bytes;
  }

  /** Tells how much is read. */
  private static final class Counted extends FileInputStream {

    private final LongConsumer progress;

    Counted(File file, LongConsumer progress) throws IOException {
      super(file);
      this.progress = progress;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      int count = super.read(target, offset, length);
      if (count > 0) {
        progress.accept(count);
      }
      return count;
    }
  }
}
