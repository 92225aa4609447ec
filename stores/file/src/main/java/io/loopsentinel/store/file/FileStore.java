package io.loopsentinel.store.file;

import io.loopsentinel.engine.api.SharedStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.h2.mvstore.DataUtils;
import org.h2.mvstore.MVStore;
import org.h2.mvstore.MVStoreException;
import org.jspecify.annotations.Nullable;

/**
 * A store in a file that only one JVM at a time can open. The first use opens it.
 *
 * <p>After a failure the file is closed without the changes of that use, and the next use opens it
 * again. A damaged file is renamed. A removed file is replaced by a new one, because it would lose
 * all changes when the JVM ends.
 */
final class FileStore implements SharedStore {

  private static final Duration TIMEOUT = Duration.ofSeconds(2);

  /** Free stack frames required for a use. The library needs up to 150 larger frames. */
  private static final int REQUIRED_FRAMES = 512;

  private static final int CACHE_MEGABYTES = 2;

  /** Size of a page, the unit of writing. The default of 16 KB writes four times as much. */
  private static final int PAGE_BYTES = 4_096;

  /** Number of commits between two compactions of mostly unused parts of the file. */
  private static final int MAINTENANCE_INTERVAL = 256;

  /**
   * Time before freed space is reused. Until then, an earlier state can be read if a crash of the
   * machine loses the last writes. The library's default.
   */
  private static final int RETENTION_MILLIS = 45_000;

  /** File size above which freed space is reused at once. */
  private static final long MAX_RETAINED_BYTES = 64 << 20;

  private static final int MIN_USED_PERCENT = 60;
  private static final int MAX_COMPACTED_BYTES = 1 << 20;

  private final Path path;
  private final InstantSource clock;
  private final Lock lock = new ReentrantLock();
  private @Nullable MVStore file;
  private @Nullable StoredData data;
  private boolean isClosed;

  FileStore(Path path, InstantSource clock) {
    this.path = path;
    this.clock = clock;
  }

  @Override
  public List<Entry> append(String session, Append append) throws Exception {
    return inOneStep(data -> data.append(session, append, clock.millis()));
  }

  @Override
  public Map<String, Double> add(Map<String, Double> amounts, Duration expiry) throws Exception {
    return inOneStep(data -> data.add(amounts, expiry, clock.millis()));
  }

  @Override
  public List<Log> logs(int max) throws Exception {
    return inOneStep(data -> data.logs(max, clock.millis()));
  }

  @Override
  public void close() {
    lock.lock();
    try {
      isClosed = true;
      if (file != null) {
        file.close();
      }
    } finally {
      file = null;
      data = null;
      lock.unlock();
    }
  }

  private <T> T inOneStep(Function<StoredData, T> step) throws Exception {
    reserveStack(REQUIRED_FRAMES);
    if (!lock.tryLock(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new IOException(path + " was busy for " + TIMEOUT.toSeconds() + " s");
    }
    try {
      T result = step.apply(opened());
      commit();
      return result;
    } catch (RuntimeException | Error e) {
      throw failed(e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Throws {@link StackOverflowError} here if the stack is nearly used up. In the library, the
   * error would leave locks held and classes of the JDK uninitialized.
   */
  private static int reserveStack(int frames) {
    return frames == 0 ? 0 : 1 + reserveStack(frames - 1);
  }

  private StoredData opened() throws IOException {
    if (isClosed) {
      throw new IOException(path + " is closed");
    }
    if (file != null && Files.notExists(path)) {
      closeAtOnce();
      throw new IOException(path + " was removed; a new one begins");
    }
    if (data == null) {
      Files.createDirectories(path.getParent());
      create();
      file =
          new MVStore.Builder()
              .fileName(path.toString())
              .autoCommitDisabled() // Auto-commit needs a thread.
              .cacheSize(CACHE_MEGABYTES)
              .pageSplitSize(PAGE_BYTES)
              .open();
      data = new StoredData(file);
    }
    return data;
  }

  /** Creates the file, readable only by its owner if the file system has owners. */
  private void create() throws IOException {
    if (Files.notExists(path)
        && path.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.createFile(
          path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
  }

  /** Writes changes to the file. The system decides when they reach the disk. */
  private void commit() {
    if (file != null && file.commit() % MAINTENANCE_INTERVAL == 0) {
      boolean isLarge = file.getFileStore().size() > MAX_RETAINED_BYTES;
      file.setRetentionTime(isLarge ? 0 : RETENTION_MILLIS);
      file.compact(MIN_USED_PERCENT, MAX_COMPACTED_BYTES);
    }
  }

  /** Closes the file without writing changes. */
  private void closeAtOnce() {
    if (file != null) {
      file.closeImmediately();
    }
    file = null;
    data = null;
  }

  private IOException failed(Throwable e) throws IOException {
    closeAtOnce();
    if (e.getCause() instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    int code = e instanceof MVStoreException failure ? failure.getErrorCode() : -1;
    if (code == DataUtils.ERROR_FILE_LOCKED) {
      return new IOException(path + " is in use; only one JVM can use it at a time", e);
    }
    if (code == DataUtils.ERROR_UNSUPPORTED_FORMAT) {
      return new IOException(path + " was written by a newer version, and is left as it is", e);
    }
    if (!FileDamage.explains(e)) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return new IOException(path + " cannot be used: " + cause, e);
    }
    Path aside = path.resolveSibling(path.getFileName() + ".damaged-" + clock.millis());
    try {
      Files.move(path, aside);
    } catch (IOException unmovable) {
      return new IOException(path + " is damaged and cannot be renamed: " + unmovable, e);
    }
    return new IOException(
        path + " is damaged and was renamed to " + aside.getFileName() + "; a new one begins", e);
  }
}
