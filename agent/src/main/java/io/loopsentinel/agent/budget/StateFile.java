package io.loopsentinel.agent.budget;

import io.loopsentinel.agent.budget.SpendingState.Entry;
import io.loopsentinel.agent.budget.StateReader.DamagedException;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A file to which changed accounts are appended; {@link StateReader} describes its lines.
 *
 * <p>When the file has grown to more than twice its size, it is replaced. It remains readable if
 * the JVM is killed. The JVM that uses it holds a lock on a second file next to it, because the
 * file itself is replaced. Not thread-safe.
 */
final class StateFile implements SpendingArchive {

  /** Maximum size of a readable file, more than all accounts with the longest names need. */
  private static final long MAX_BYTES = 256L << 20;

  /** Bytes that can be appended even to a small file before it is replaced. */
  private static final long MIN_GROWTH = 1L << 20;

  private static final int MAX_BROKEN_FILES = 100;

  private final Path file;
  private final Consumer<Throwable> failures;
  private final SpendingJson json = new SpendingJson();
  private @Nullable FileChannel lock;
  private long length;
  private long maxLength;

  /**
   * Creates the archive without opening the file.
   *
   * @param failures receives problems after which the archive can still be used
   */
  StateFile(Path file, Consumer<Throwable> failures) {
    this.file = file;
    this.failures = failures;
  }

  @Override
  public SpendingState open() throws IOException, UnavailableException {
    lock();
    try {
      return read();
    } catch (IOException e) {
      close();
      throw new UnavailableException("cannot be read: " + reason(e), false, e);
    } catch (Throwable e) {
      close();
      throw e;
    }
  }

  private void lock() throws UnavailableException {
    Path lockFile = sibling(".lock");
    Path folder = file.getParent();
    if (folder == null || !Files.isDirectory(folder)) {
      throw new UnavailableException("its folder does not exist");
    }
    if (Files.exists(lockFile) && !Files.isRegularFile(lockFile)) {
      throw new UnavailableException("cannot be locked: " + lockFile + " is not a regular file");
    }
    try {
      lock =
          FileChannel.open(
              lockFile, Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE), ownerOnly());
    } catch (IOException e) {
      throw new UnavailableException("cannot be locked: " + reason(e), false, e);
    }
    boolean locked;
    try {
      locked = lock.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      locked = false;
    } catch (IOException e) {
      locked = true; // Some network file systems have no locks.
      report("cannot be locked: " + reason(e), "make sure that no other JVM uses it", e);
    }
    if (!locked) {
      close();
      throw new UnavailableException(
          "another JVM uses it; JVMs that run side by side need a file each", true, null);
    }
  }

  private SpendingState read() throws IOException, UnavailableException {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(file, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      return SpendingState.EMPTY;
    }
    if (!attributes.isRegularFile()) {
      throw new UnavailableException("is not a regular file");
    }
    if (attributes.size() > MAX_BYTES) {
      throw new UnavailableException(
          "has %s MB, and the agent writes at most %s MB"
              .formatted(attributes.size() >> 20, MAX_BYTES >> 20));
    }
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return new StateReader(in, json).read();
    } catch (DamagedException e) {
      putAside(e);
      return SpendingState.EMPTY;
    }
  }

  private void putAside(DamagedException reason) throws UnavailableException {
    String problem = "is damaged: " + reason.getMessage();
    for (int i = 1; i <= MAX_BROKEN_FILES; i++) {
      Path aside = sibling(i == 1 ? ".broken" : ".broken-" + i);
      try {
        Files.move(file, aside);
        report(problem, "budgets start from zero; it is kept as " + aside.getFileName(), reason);
        return;
      } catch (FileAlreadyExistsException e) {
        // The next name may be free.
      } catch (IOException e) {
        throw new UnavailableException(problem + "; cannot be renamed: " + reason(e), false, e);
      }
    }
    throw new UnavailableException(problem + "; remove the .broken files next to it");
  }

  @Override
  public boolean canAppend() {
    // Not if another process has removed or replaced the file.
    return length > 0 && length < maxLength && file.toFile().length() == length;
  }

  @Override
  public void append(List<Entry> changed) throws IOException {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (Entry entry : changed) {
      write(SpendingJson.Line.of(entry), lines);
    }
    // Not a channel, because an interrupt of the thread would close it.
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.seek(length);
      out.write(lines.toByteArray());
      out.getFD().sync();
    }
    length += lines.size();
  }

  @Override
  public void replace(SpendingState state) throws IOException {
    Path next = sibling(".new");
    Files.deleteIfExists(next);
    Files.createFile(next, ownerOnly());
    try {
      try (FileOutputStream out = new FileOutputStream(next.toFile())) {
        OutputStream lines = new BufferedOutputStream(out);
        int count = state.accounts().size() + state.raises().size();
        write(new SpendingJson.Header(SpendingJson.VERSION, count), lines);
        for (Entry entry : state.accounts()) {
          write(SpendingJson.Line.of(entry), lines);
        }
        for (SpendingState.RaiseEntry raise : state.raises()) {
          write(SpendingJson.Line.of(raise), lines);
        }
        lines.flush();
        out.getFD().sync();
      }
      length = Files.size(next);
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      maxLength = 2 * length + MIN_GROWTH;
    } finally {
      Files.deleteIfExists(next);
    }
  }

  private void write(Object line, OutputStream out) throws IOException {
    byte[] bytes = json.bytes(line);
    out.write((StateReader.checksum(bytes, 0) + " ").getBytes(StandardCharsets.ISO_8859_1));
    out.write(bytes);
    out.write('\n');
  }

  @Override
  public void close() {
    try {
      if (lock != null) {
        lock.close();
      }
    } catch (IOException e) {
      report("cannot be unlocked: " + reason(e), "another JVM may have to wait", e);
    }
    lock = null;
  }

  private Path sibling(String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  /** Returns owner-only permissions for new files; none if the file system is not POSIX. */
  private FileAttribute<?>[] ownerOnly() {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  static String reason(IOException e) {
    if (e instanceof AccessDeniedException) {
      return "permission denied";
    }
    String reason = e instanceof FileSystemException failed ? failed.getReason() : e.getMessage();
    return reason == null ? e.getClass().getSimpleName() : reason;
  }

  private void report(String problem, String consequence, Exception cause) {
    failures.accept(new LocatedFailure(toString(), problem, consequence, cause));
  }

  @Override
  public String toString() {
    return "budgets_state " + file;
  }
}
