package io.loopsentinel.agent.telemetry.audit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A file of lines that is put aside when it has grown: {@code FILE} becomes {@code FILE.1}, that
 * becomes {@code FILE.2}, and the oldest is deleted.
 *
 * <p>It is opened for each line, for somebody may have moved or deleted it. A line is one write, so
 * that of a process that is killed at most the last one is torn, and whoever goes on begins a new
 * line then. Not thread-safe.
 *
 * @param maxSize bytes; only a line that is longer by itself makes a larger file
 * @param maxFiles how many are kept, the one that is written to included
 */
record RotatingFile(Path file, long maxSize, int maxFiles) {

  private static final int LINE_FEED = '\n';

  /**
   * Appends a line.
   *
   * @param line ends with a line feed
   * @throws IOException if it is not written, or only a part of it
   */
  void append(byte[] line) throws IOException {
    long size = Files.isRegularFile(file) ? Files.size(file) : 0;
    if (size > 0 && size + line.length > maxSize) {
      rotate();
    }
    // The folder's own rules hold where the file system knows no owner, as on Windows.
    if (Files.notExists(file)
        && file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    // Not a channel, which an interrupt of the thread would close.
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      long end = out.length();
      out.seek(Math.max(0, end - 1));
      if (end > 0 && out.read() != LINE_FEED) {
        out.write(LINE_FEED);
      }
      out.write(line);
    }
  }

  private void rotate() throws IOException {
    for (int older = maxFiles - 1; older >= 1; older--) {
      if (Files.exists(numbered(older - 1))) {
        Files.move(numbered(older - 1), numbered(older), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Files.deleteIfExists(file);
  }

  private Path numbered(int number) {
    return number == 0 ? file : Path.of(file + "." + number);
  }
}
