package io.loopsentinel.agent.telemetry;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

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
 * <p>To be used by one thread at a time, as by a {@link java.io.PrintStream}.
 */
public final class BackgroundOutput extends OutputStream {

  private static final int MOST_QUEUED = 1_024;
  private static final long LONGEST_WAIT_MILLIS = 200;

  private final OutputStream out;
  private final BlockingQueue<Chunk> queue = new ArrayBlockingQueue<>(MOST_QUEUED);
  private final AtomicInteger dropped = new AtomicInteger();
  private final ByteArrayOutputStream unflushed = new ByteArrayOutputStream();
  private volatile boolean blocked;
  private boolean started;

  /** A piece of output, and whether it is out. */
  private static final class Chunk {
    private final byte[] bytes;
    private final CountDownLatch written = new CountDownLatch(1);

    Chunk(byte[] bytes) {
      this.bytes = bytes;
    }
  }

  /** Creates an output whose thread starts with the first flush. */
  public BackgroundOutput(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(int b) {
    unflushed.write(b);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    unflushed.write(bytes, offset, length);
  }

  @Override
  public void flush() {
    if (unflushed.size() == 0) {
      return;
    }
    if (!started) {
      started = true;
      AgentThread.daemon("loop-sentinel log", this::writeAll).start();
    }
    Chunk chunk = new Chunk(unflushed.toByteArray());
    unflushed.reset();
    if (!queue.offer(chunk)) {
      dropped.incrementAndGet();
    } else if (!blocked) {
      blocked = !isWrittenSoon(chunk);
    }
  }

  private static boolean isWrittenSoon(Chunk chunk) {
    boolean interrupted = Thread.interrupted();
    try {
      return chunk.written.await(LONGEST_WAIT_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
      return true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void writeAll() {
    try {
      while (true) {
        Chunk next = queue.take();
        print(next.bytes);
        next.written.countDown();
        blocked = false;
        int missing = dropped.getAndSet(0);
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

  private void print(byte[] bytes) {
    try {
      out.write(bytes);
      out.flush();
    } catch (IOException e) {
      // Closed by its reader: nobody is left to be told.
    }
  }
}
