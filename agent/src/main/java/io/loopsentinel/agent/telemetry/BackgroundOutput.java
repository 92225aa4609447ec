package io.loopsentinel.agent.telemetry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writes to a stream that may block, on a thread of the agent.
 *
 * <p>A parent process that does not read the standard error, as MCP servers over standard streams
 * have, would else stop the application, in the midst of loading a class even. Each {@link #flush}
 * queues what was written since the one before and waits a moment for it to be out, so that in the
 * ordinary case output keeps its place among that of the application and is not lost when the JVM
 * ends. Where the stream blocks nobody waits any longer; what does not fit into the queue is
 * dropped and, once the stream goes on, told.
 *
 * <p>Thread-safe. With monitors, for the classes of {@code java.util.concurrent.locks} are some
 * forty, which no JVM needs to start.
 */
public final class BackgroundOutput extends ByteArrayOutputStream implements Runnable {

  private static final int MOST_QUEUED = 1_024;

  /** So long, for on a busy machine the thread that writes may wait for its turn. */
  private static final long LONGEST_WAIT_MILLIS = 1_000;

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
    if (queue.size() == MOST_QUEUED) {
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
    long end = System.nanoTime() + LONGEST_WAIT_MILLIS * 1_000_000;
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

  /** Has its thread end once what is queued is written; the stream itself stays open. */
  @Override
  public synchronized void close() {
    closed = true;
    notifyAll();
  }

  /** Writes what is queued until it is closed. */
  @Override
  public void run() {
    try {
      for (byte[] next = next(); next.length > 0; next = next()) {
        print(next);
        int missing = written();
        if (missing > 0) {
          String told =
              "[loop-sentinel] dropped " + missing + " lines, as nobody read this stream\n";
          print(told.getBytes(StandardCharsets.UTF_8));
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the oldest piece, an empty one at the end. */
  private synchronized byte[] next() throws InterruptedException {
    while (queue.isEmpty() && !closed) {
      wait();
    }
    return queue.isEmpty() ? new byte[0] : queue.element();
  }

  /** Notes that the oldest piece is out; returns how many were dropped meanwhile. */
  private synchronized int written() {
    queue.remove();
    blocked = false;
    notifyAll();
    int missing = dropped;
    dropped = 0;
    return missing;
  }

  private void print(byte[] bytes) {
    try {
      out.write(bytes);
      out.flush();
    } catch (IOException e) {
      // Closed by its reader: nobody is left to be told.
    }
  }
}
