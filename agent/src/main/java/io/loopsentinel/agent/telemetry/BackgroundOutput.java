package io.loopsentinel.agent.telemetry;

import io.loopsentinel.targets.thread.AgentThread;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * An output that writes to a stream that may block, on a thread of the agent.
 *
 * <p>The parent process of an MCP server over standard streams may not read its standard error.
 * Writing there directly could then block the application, even while it loads a class. Each {@link
 * #flush} queues the bytes written since the previous one and briefly waits until they are out, so
 * that output normally stays in order with the application's and is not lost at JVM exit. While the
 * stream blocks, callers no longer wait. Output that does not fit into the queue is dropped, and
 * reported when the stream accepts output again.
 *
 * <p>Thread-safe. Uses monitors, because {@code java.util.concurrent.locks} consists of some forty
 * classes that a JVM does not need to start.
 */
public final class BackgroundOutput extends ByteArrayOutputStream implements Runnable {

  private static final int MAX_QUEUED = 1_024;

  /** Long, because on a busy machine the writing thread may have to wait for a processor. */
  private static final long MAX_WAIT_MILLIS = 1_000;

  private final OutputStream out;

  // Guarded by this.
  private final Deque<byte[]> queue = new ArrayDeque<>();
  private int dropped;
  private boolean blocked;
  private boolean closed;

  /** Creates an output and starts its thread. */
  public BackgroundOutput(OutputStream out) {
    this.out = out;
    AgentThread.daemon("loop-sentinel log", this).start();
  }

  @Override
  public synchronized void flush() {
    if (size() == 0) {
      return;
    }
    byte[] bytes = toByteArray();
    reset();
    if (queue.size() == MAX_QUEUED) {
      dropped++;
      return;
    }
    queue.add(bytes);
    notifyAll();
    if (!blocked) {
      blocked = !isWrittenSoon(bytes);
    }
  }

  private boolean isWrittenSoon(byte[] bytes) {
    long end = System.nanoTime() + MAX_WAIT_MILLIS * 1_000_000;
    boolean interrupted = false;
    while (queue.contains(bytes) && end - System.nanoTime() > 0) {
      try {
        wait(Math.max(1, (end - System.nanoTime()) / 1_000_000));
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return !queue.contains(bytes);
  }

  /** Ends the thread as soon as the queue is written; the stream stays open. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Writes queued output until this is closed. */
  @Override
  public void run() {
    try {
      for (byte[] next = next(); next.length > 0; next = next()) {
        print(next);
        int lost = removeWritten();
        if (lost > 0) {
          String line =
              "[loop-sentinel] dropped " + lost + " lines, because this stream was not read\n";
          print(line.getBytes(StandardCharsets.UTF_8));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the oldest queued output, empty at the end. */
  private synchronized byte[] next() throws InterruptedException {
    while (queue.isEmpty() && !closed) {
      wait();
    }
    return queue.isEmpty() ? new byte[0] : queue.element();
  }

  /** Removes the oldest output, which is written; returns the number of pieces dropped since. */
  private synchronized int removeWritten() {
    queue.remove();
    blocked = false;
    notifyAll();
    int lost = dropped;
    dropped = 0;
    return lost;
  }

  private void print(byte[] bytes) {
    try {
      out.write(bytes);
      out.flush();
    } catch (IOException e) {
      // The reader has closed the stream, so there is nowhere to report this.
    }
  }
}
