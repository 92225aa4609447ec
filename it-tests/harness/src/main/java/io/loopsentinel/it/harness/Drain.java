package io.loopsentinel.it.harness;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** Reads a stream to its end on a thread of its own, so that its writer never waits for space. */
final class Drain {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private boolean ended;

  Drain(InputStream stream) {
    Thread reader = new Thread(() -> read(stream), "output of a test program");
    reader.setDaemon(true);
    reader.start();
  }

  /** Returns the text read so far. */
  synchronized String text() {
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Waits for the end of the stream; returns whether it came within the limit. */
  synchronized boolean await(Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!ended) {
      if (!waitUntil(deadline)) {
        return false;
      }
    }
    return true;
  }

  /** Waits until the text so far is as expected; returns whether it was within the limit. */
  synchronized boolean await(Predicate<String> expected, Duration limit) {
    long deadline = System.nanoTime() + limit.toNanos();
    while (!expected.test(text())) {
      if (ended || !waitUntil(deadline)) {
        return false;
      }
    }
    return true;
  }

  private void read(InputStream stream) {
    byte[] buffer = new byte[8192];
    try (stream) {
      for (int n = stream.read(buffer); n >= 0; n = stream.read(buffer)) {
        append(buffer, n);
      }
    } catch (IOException e) {
      // The process was killed while its output was being read: what it wrote until then counts.
    }
    end();
  }

  private synchronized void append(byte[] buffer, int length) {
    bytes.write(buffer, 0, length);
    notifyAll();
  }

  private synchronized void end() {
    ended = true;
    notifyAll();
  }

  private boolean waitUntil(long deadline) {
    long left = deadline - System.nanoTime();
    if (left <= 0) {
      return false;
    }
    try {
      TimeUnit.NANOSECONDS.timedWait(this, left);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
