package io.loopsentinel.agent.telemetry.audit;

import java.io.Closeable;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.jspecify.annotations.Nullable;

/**
 * A file of lines that is put aside when it has grown: {@code FILE} becomes {@code FILE.1}, that
 * becomes {@code FILE.2}, and the oldest is deleted.
 *
 * <p>Nothing is opened before the first line. A line is one write, so that of a process that is
 * killed at most the last one is torn, and whoever goes on begins a new line then. After an error
 * the file is closed, and opened again for the next line. Not thread-safe.
 */
final class RotatingFile implements Closeable {

  private static final int LINE_FEED = '\n';

  private final File file;
  private final long maxSize;
  private final int maxFiles;
  private @Nullable OutputStream out;
  private @Nullable Object key;
  private long size;

  /**
   * Creates a file without opening it.
   *
   * @param maxSize bytes; only a line that is longer by itself makes a larger file
   * @param maxFiles how many are kept, the one that is written to included
   */
  RotatingFile(File file, long maxSize, int maxFiles) {
    this.file = file;
    this.maxSize = maxSize;
    this.maxFiles = maxFiles;
  }

  /**
   * Appends a line.
   *
   * @param line ends with a line feed
   * @throws IOException if it is not written, or only a part of it
   */
  void append(byte[] line) throws IOException {
    try {
      OutputStream open = outputFor(line.length);
      open.write(line);
      size += line.length;
    } catch (IOException e) {
      abandon();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    OutputStream open = out;
    out = null;
    if (open != null) {
      open.close();
    }
  }

  /** Somebody may have moved or deleted the file: what went to it then would be lost unseen. */
  private OutputStream outputFor(int bytes) throws IOException {
    if (out != null && !isStillThere()) {
      close();
    }
    OutputStream open = out == null ? open() : out;
    if (size > 0 && size + bytes > maxSize) {
      close();
      rotate();
      open = open();
    }
    return open;
  }

  private boolean isStillThere() throws IOException {
    try {
      Object now = Files.readAttributes(file.toPath(), BasicFileAttributes.class).fileKey();
      return now == null || now.equals(key);
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  private OutputStream open() throws IOException {
    Path path = file.toPath();
    if (!Files.exists(path)) {
      Files.createFile(path, ownerOnly(path));
    }
    // Not a channel, which an interrupt of the thread would close.
    OutputStream opened = new FileOutputStream(file, true);
    out = opened;
    key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    size = file.length();
    if (size > 0 && lastByte() != LINE_FEED) {
      opened.write(LINE_FEED);
      size++;
    }
    return opened;
  }

  /** The folder's own rules hold where the file system knows no owner, as on Windows. */
  private static FileAttribute<?>[] ownerOnly(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  private int lastByte() throws IOException {
    try (RandomAccessFile read = new RandomAccessFile(file, "r")) {
      read.seek(size - 1);
      return read.read();
    }
  }

  private void rotate() throws IOException {
    for (int older = maxFiles - 1; older >= 1; older--) {
      Path from = numbered(older - 1);
      if (Files.exists(from)) {
        Files.move(from, numbered(older), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    Files.deleteIfExists(file.toPath());
  }

  private Path numbered(int number) {
    return number == 0 ? file.toPath() : new File(file.getPath() + "." + number).toPath();
  }

  private void abandon() {
    try {
      close();
    } catch (IOException e) {
      // What went wrong first says more.
    }
  }
}
