package io.loopsentinel.agent.telemetry.audit;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;

/**
 * A file of lines that is rotated at a maximum size: {@code FILE} becomes {@code FILE.1}, that
 * becomes {@code FILE.2}, and the oldest is deleted.
 *
 * <p>The file is opened for each line, because it may have been moved or deleted. A line is a
 * single write, so a killed process leaves at most one torn line, after which the next process
 * begins a new line. Not thread-safe.
 *
 * @param maxSize in bytes; exceeded only by a single longer line
 * @param maxFiles the maximum number of files, including the current one
 */
record RotatingFile(Path file, long maxSize, int maxFiles) {

  private static final int LINE_FEED = '\n';

  /** Returns whether a line of a length begins a file. A device such as a terminal never begins. */
  boolean isBegunBy(int length) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Files.notExists(file);
    }
    long size = Files.size(file);
    return size == 0 || size + length > maxSize;
  }

  /**
   * Appends a line.
   *
   * @param line ends with a line feed
   * @throws IOException if the line is not written, or only partly
   */
  void append(byte[] line) throws IOException {
    long size = Files.isRegularFile(file) ? Files.size(file) : 0;
    if (size > 0 && size + line.length > maxSize) {
      rotate();
    }
    // File systems without owners, as on Windows, apply the permissions of the folder.
    if (Files.notExists(file)
        && file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    // Not a channel, because an interrupt of the thread would close it.
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
