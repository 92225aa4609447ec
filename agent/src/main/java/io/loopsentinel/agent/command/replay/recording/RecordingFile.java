package io.loopsentinel.agent.command.replay.recording;

import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.LongConsumer;
import java.util.zip.GZIPInputStream;

/**
 * A file of recorded runs, plain or gzip; its first bytes tell which.
 *
 * @param file the file
 */
public record RecordingFile(File file) {

  private static final int BUFFER = 1 << 16;

  /** Returns the file's name without its folder. */
  public String name() {
    return file.getName();
  }

  /** Returns its size in bytes, as it lies on the disk. */
  public long size() {
    return file.length();
  }

  /**
   * Reads it to its end.
   *
   * @param progress is told how many bytes were read each time
   * @throws IOException if it cannot be opened, or not be read on
   */
  public void read(RecordingReader reader, RecordingSink sink, LongConsumer progress)
      throws IOException {
    try (InputStream bytes = new BufferedInputStream(new Counted(file, progress), BUFFER);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(unpacked(bytes), StandardCharsets.UTF_8), BUFFER)) {
      reader.read(in, name(), sink);
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
