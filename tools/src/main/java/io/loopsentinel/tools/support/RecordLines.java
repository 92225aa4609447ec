package io.loopsentinel.tools.support;

import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.targets.text.Numbers;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a file with one record per line, plain or gzip, in UTF-8.
 *
 * <p>Files are not trusted, so memory is bounded: a line that is too long is skipped without being
 * stored. Not thread-safe.
 */
public final class RecordLines implements Closeable {

  /** In characters; sufficient for a run in which a tool has returned whole files. */
  static final int MAX_LINE_LENGTH = 64 << 20;

  /** Maximum memory per character of a line while it is parsed. */
  private static final int BYTES_PER_CHARACTER = 16;

  private static final int BUFFER = 1 << 16;

  /** In characters; a reason may quote the line. */
  private static final int MAX_REASON_LENGTH = 300;

  private final Reader in;
  private final int maxLine;
  private final char[] buffer = new char[BUFFER];
  private int next;
  private int end;
  private long number;
  private boolean tooLong;

  /** Reads a line that is not blank; numbers begin with 1. */
  public interface LineReader {

    void read(String text, long number) throws MalformedRecordException;
  }

  /**
   * Checks that files can be named as recordings.
   *
   * @param reports the files to write; {@code null} elements are ignored
   * @throws UsageException if one does not exist, is a directory, a pipe or a device, or would be
   *     overwritten by a report
   */
  public static void requireFiles(List<File> files, @Nullable File... reports)
      throws UsageException {
    for (File report : reports) {
      if (report != null && files.stream().anyMatch(each -> isSame(each, report))) {
        throw new UsageException(
            report + ": would be overwritten; write the report to another file");
      }
    }
    for (File file : files) {
      if (!file.exists()) {
        throw new UsageException(file + ": there is no such file");
      }
      if (file.isDirectory()) {
        throw new UsageException(file + ": is a directory; name the files in it");
      }
      if (!file.isFile()) {
        throw new UsageException(file + ": is not a regular file but a pipe or a device");
      }
    }
  }

  private static boolean isSame(File one, File other) {
    try {
      return Files.isSameFile(one.toPath(), other.toPath());
    } catch (IOException e) {
      return false; // One does not exist.
    }
  }

  public RecordLines(Reader in) {
    this.in = in;
    this.maxLine =
        (int) Math.min(MAX_LINE_LENGTH, Runtime.getRuntime().maxMemory() / BYTES_PER_CHARACTER);
  }

  /**
   * Opens a file.
   *
   * @throws IOException if it cannot be read, or is a directory, a pipe or a device
   */
  public static RecordLines open(File file) throws IOException {
    if (!file.isFile()) {
      throw new IOException("it is not a regular file");
    }
    InputStream bytes = new BufferedInputStream(new FileInputStream(file), BUFFER);
    try {
      return new RecordLines(new InputStreamReader(unpacked(bytes), StandardCharsets.UTF_8));
    } catch (IOException e) {
      bytes.close();
      throw e;
    }
  }

  private static InputStream unpacked(InputStream bytes) throws IOException {
    bytes.mark(2);
    int magic = bytes.read() | bytes.read() << 8;
    bytes.reset();
    return magic == GZIPInputStream.GZIP_MAGIC ? new GZIPInputStream(bytes, BUFFER) : bytes;
  }

  /**
   * Reads all lines.
   *
   * @param broken receives the numbers of lines that are too long or that the reader refuses, and
   *     the reasons
   */
  public void read(LineReader reader, BiConsumer<Long, String> broken) throws IOException {
    for (String line = readLine(); line != null; line = readLine()) {
      try {
        if (tooLong) {
          throw new MalformedRecordException(
              "the line is longer than "
                  + Numbers.of(maxLine, "character")
                  + (maxLine < MAX_LINE_LENGTH ? "; java -Xmx1g allows longer ones" : ""));
        }
        String text = number == 1 && line.startsWith("\uFEFF") ? line.substring(1) : line;
        if (!text.isBlank()) {
          reader.read(text, number);
        }
      } catch (MalformedRecordException e) {
        broken.accept(number, Printable.of(String.valueOf(e.getMessage()), MAX_REASON_LENGTH));
      }
    }
  }

  /** Returns the number of the line that was read last. */
  public long number() {
    return number;
  }

  private @Nullable String readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    tooLong = false;
    if (!fill()) {
      return null;
    }
    number++;
    while (fill()) {
      int start = next;
      while (next < end && buffer[next] != '\n' && buffer[next] != '\r') {
        next++;
      }
      tooLong |= line.length() + next - start > maxLine;
      if (tooLong) {
        line.setLength(0);
      } else {
        line.append(buffer, start, next - start);
      }
      if (next < end) {
        boolean isCarriageReturn = buffer[next++] == '\r';
        if (isCarriageReturn && fill() && buffer[next] == '\n') {
          next++;
        }
        break;
      }
    }
    return line.toString();
  }

  private boolean fill() throws IOException {
    if (next == end) {
      next = 0;
      end = Math.max(0, in.read(buffer));
    }
    return next < end;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
