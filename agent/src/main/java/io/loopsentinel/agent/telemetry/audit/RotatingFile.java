package io.loopsentinel.agent.telemetry.audit;

import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A file of lines that is rotated at a maximum size: {@code FILE} becomes {@code FILE.1}, that
 * becomes {@code FILE.2}, and the oldest is deleted.
 *
 * <p>The file is opened for each line, because it may have been moved or deleted. A line is a
 * single write at the end of the file, so processes with one file lose no line, and a killed one
 * leaves at most one torn line, after which the next line begins a new one. Not thread-safe.
 *
 * @param maxSize in bytes; exceeded only by a single longer line
 * @param maxFiles the maximum number of files, including the current one
 */
record RotatingFile(Path file, long maxSize, int maxFiles) {

  private static final int LINE_FEED = '\n';
  private static final int MAX_LOOKS = 1_000;

  /** Returns whether a line of a length begins a file. A device such as a terminal never begins. */
  boolean isBegunBy(int length) {
    if (!Files.isRegularFile(file)) {
      return Files.notExists(file);
    }
    long size = size();
    return size == 0 || size + length > maxSize;
  }

  /**
   * Appends a line.
   *
   * @param line ends with a line feed
   * @throws IOException if the line is not written, or only partly
   */
  void append(byte[] line) throws IOException {
    long size = size();
    if (size > 0 && size + line.length > maxSize) {
      rotate(line.length);
    }
    // File systems without owners, as on Windows, apply the permissions of the folder.
    if (Files.notExists(file)
        && file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      create();
    }
    byte[] written = line;
    if (isTorn()) {
      written = new byte[line.length + 1];
      written[0] = LINE_FEED;
      System.arraycopy(line, 0, written, 1, line.length);
    }
    // Not a channel, because an interrupt of the thread would close it.
    try (FileOutputStream out = new FileOutputStream(file.toFile(), true)) {
      out.write(written);
    }
  }

  /** Returns the size; 0 of a device, and of a file that another process has just moved. */
  private long size() {
    return Files.isRegularFile(file) ? file.toFile().length() : 0;
  }

  private void create() throws IOException {
    try {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    } catch (FileAlreadyExistsException e) {
      // Another process has created it.
    }
  }

  /**
   * Returns whether the last line has no end. Looks several times, because another process may be
   * writing it: what crosses a page of memory becomes visible in two steps. A device has no length.
   */
  private boolean isTorn() throws IOException {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
      for (int look = 0; look < MAX_LOOKS; look++) {
        long end = in.length();
        in.seek(Math.max(0, end - 1));
        if (end == 0 || in.read() == LINE_FEED) {
          return false;
        }
        Thread.onSpinWait();
      }
      return true;
    } catch (FileNotFoundException e) {
      return false;
    }
  }

  /** Rotates the files, unless another process does. */
  private void rotate(int length) throws IOException {
    try {
      Object before = identity();
      try (FileChannel current = FileChannel.open(file, StandardOpenOption.WRITE);
          FileLock lock = current.tryLock()) {
        // Another process may have rotated them since the size was read, or the file was opened.
        if (lock != null && Objects.equals(before, identity()) && size() + length > maxSize) {
          rotate();
        }
      }
    } catch (NoSuchFileException | OverlappingFileLockException e) {
      // The other process is about to create it.
    }
  }

  /** Returns the identity of the file under this name; {@code null} if the file system has none. */
  private @Nullable Object identity() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  private void rotate() throws IOException {
    for (int older = maxFiles - 1; older >= 1; older--) {
      if (Files.exists(numbered(older - 1))) {
        Files.move(numbered(older - 1), numbered(older), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    // Otherwise it was moved, and another process may already have created the next one.
    if (maxFiles == 1) {
      Files.deleteIfExists(file);
    }
  }

  private Path numbered(int number) {
    return number == 0 ? file : Path.of(file + "." + number);
  }
}
