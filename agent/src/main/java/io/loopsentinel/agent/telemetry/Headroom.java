package io.loopsentinel.agent.telemetry;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A check for free file descriptors and heap.
 *
 * <p>A class whose static initializer fails stays unusable for the life of the JVM, and many
 * classes of the JDK open a file or load a native library there. The agent therefore uses nothing
 * for the first time unless there is headroom for it. Thread-safe.
 */
public final class Headroom {

  private static final int REQUIRED_DESCRIPTORS = 8;

  /** More than the guards of a first call allocate, and usually free on a heap of 48 MB. */
  private static final long REQUIRED_HEAP_BYTES = 6L << 20;

  /** Time for which a shortage is not checked again, because thousands of calls may come. */
  private static final long RECHECK_NANOS = 20_000_000;

  private static final long PAUSE_MILLIS = 50;

  /** A file of every JDK that does not run from a folder of classes. */
  private static final File PROBE_FILE = new File(System.getProperty("java.home"), "lib/modules");

  private volatile long checkedAt;
  private volatile boolean exhausted;

  /** Returns whether there is headroom; a negative result may be up to 20 milliseconds old. */
  public boolean isThere() {
    if (exhausted && System.nanoTime() - checkedAt < RECHECK_NANOS) {
      return false;
    }
    boolean missing = !hasHeap() || !hasDescriptors();
    checkedAt = System.nanoTime();
    exhausted = missing;
    return !missing;
  }

  /** Waits for headroom; returns {@code false} if {@code closing} reaches zero first. */
  public boolean await(CountDownLatch closing) throws InterruptedException {
    while (!isThere()) {
      if (closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return true;
  }

  /** Reads counters only: the JVM may be configured to exit on an out-of-memory error. */
  private static boolean hasHeap() {
    Runtime jvm = Runtime.getRuntime();
    return jvm.maxMemory() - jvm.totalMemory() + jvm.freeMemory() >= REQUIRED_HEAP_BYTES;
  }

  /** Opens several files at the same time, and closes them. */
  private static boolean hasDescriptors() {
    if (!PROBE_FILE.isFile()) {
      return true;
    }
    List<FileInputStream> opened = new ArrayList<>(REQUIRED_DESCRIPTORS);
    try {
      for (int i = 0; i < REQUIRED_DESCRIPTORS; i++) {
        opened.add(new FileInputStream(PROBE_FILE));
      }
      return true;
    } catch (IOException | SecurityException e) {
      return false;
    } finally {
      opened.forEach(Headroom::close);
    }
  }

  private static void close(FileInputStream file) {
    try {
      file.close();
    } catch (IOException e) {
      // Nothing was written.
    }
  }
}
