package io.loopsentinel.agent.telemetry;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Whether the JVM has file descriptors and heap to spare.
 *
 * <p>A class whose static initializer fails cannot be used any more as long as the JVM lives, and
 * many of the JDK's open a file or load a native library there. So nothing is used for the first
 * time on behalf of the agent unless there is room for it. Thread-safe.
 */
public final class Headroom {

  private static final int DESCRIPTORS = 8;

  /** More than what the guards of a first call allocate, and most of a heap of 48 MB. */
  private static final long HEAP_BYTES = 6L << 20;

  /** Time for which a shortage is not looked at again: calls may come by the thousand. */
  private static final long KNOWN_NANOS = 20_000_000;

  private static final long PAUSE_MILLIS = 50;

  /** A file that every JDK has unless it runs from a folder of classes. */
  private static final File PROBED = new File(System.getProperty("java.home"), "lib/modules");

  private volatile long shortAt;
  private volatile boolean isShort;

  /** Returns whether there is room now; at worst as of 20 milliseconds ago if there was none. */
  public boolean isThere() {
    if (isShort && System.nanoTime() - shortAt < KNOWN_NANOS) {
      return false;
    }
    boolean missing = !hasHeap() || !hasDescriptors();
    shortAt = System.nanoTime();
    isShort = missing;
    return !missing;
  }

  /** Waits until there is room; returns {@code false} if {@code closing} ends that before. */
  public boolean await(CountDownLatch closing) throws InterruptedException {
    while (!isThere()) {
      if (closing.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return true;
  }

  /** Reads counters: an error for want of memory may be what the JVM is configured to end at. */
  private static boolean hasHeap() {
    Runtime jvm = Runtime.getRuntime();
    return jvm.maxMemory() - jvm.totalMemory() + jvm.freeMemory() >= HEAP_BYTES;
  }

  /** Opens some files at once, and closes them. */
  private static boolean hasDescriptors() {
    if (!PROBED.isFile()) {
      return true;
    }
    List<FileInputStream> opened = new ArrayList<>(DESCRIPTORS);
    try {
      for (int i = 0; i < DESCRIPTORS; i++) {
        opened.add(new FileInputStream(PROBED));
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
