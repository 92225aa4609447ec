package io.loopsentinel.agent.launch;

import io.loopsentinel.targets.thread.AgentThread;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Watches the configuration file on a daemon thread. */
final class ConfigWatch {

  private final File file;
  private final Supplier<@Nullable Duration> pauses;
  private final Runnable onChange;
  private final Thread thread;

  /**
   * Creates a watch that has not started.
   *
   * @param pauses supplies the time until the next look at the file; {@code null} ends the watch
   * @param onChange called on the thread of the watch; must not throw
   */
  ConfigWatch(File file, Supplier<@Nullable Duration> pauses, Runnable onChange) {
    this.file = file;
    this.pauses = pauses;
    this.onChange = onChange;
    // Read on this thread, so that a change before the other one runs is noticed.
    byte[] known = content();
    this.thread = AgentThread.daemon("loop-sentinel reload", () -> watch(known));
  }

  void start() {
    thread.start();
  }

  void stop() {
    thread.interrupt();
  }

  private void watch(byte @Nullable [] first) {
    byte[] known = first;
    byte[] last = first;
    try {
      for (Duration pause = pauses.get(); pause != null; pause = pauses.get()) {
        Thread.sleep(pause.toMillis());
        byte[] current = content();
        // Not while the file changes from pause to pause, because it may be half written.
        if (Arrays.equals(current, last) && !Arrays.equals(current, known)) {
          known = current;
          onChange.run();
        }
        last = current;
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the content of the file; {@code null} if it cannot be read, which a reload reports. */
  private byte @Nullable [] content() {
    if (!file.isFile()) {
      return null;
    }
    try (FileInputStream in = new FileInputStream(file)) {
      return in.readAllBytes();
    } catch (IOException e) {
      return null;
    }
  }
}
