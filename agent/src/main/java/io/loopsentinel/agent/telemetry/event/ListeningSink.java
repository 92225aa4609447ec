package io.loopsentinel.agent.telemetry.event;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.Headroom;
import io.loopsentinel.agent.telemetry.LocatedFailure;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.targets.thread.AgentThread;
import java.net.BindException;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A server for the agent's data that is closed like other sinks.
 *
 * <p>Listens only after main has begun, because the JDK's server logs and would initialize the
 * JDK's logging too early.
 */
public final class ListeningSink implements EventSink {

  private final String name;
  private final String consequence;
  private final Callable<? extends AutoCloseable> opening;
  private final MainThread main;
  private final Consumer<Throwable> failures;
  private final CountDownLatch closing = new CountDownLatch(1);
  private @Nullable AutoCloseable server;

  /**
   * Creates a server that starts to listen in the background.
   *
   * @param name the name for messages, with the address
   * @param consequence the consequence to log if it cannot listen
   * @param opening starts to listen, and logs the address
   */
  public ListeningSink(
      String name,
      String consequence,
      Callable<? extends AutoCloseable> opening,
      MainThread main,
      Consumer<Throwable> failures) {
    this.name = name;
    this.consequence = consequence;
    this.opening = opening;
    this.main = main;
    this.failures = failures;
    AgentThread.daemon("loop-sentinel start of " + name, this::open).start();
  }

  private void open() {
    try {
      if (main.awaitBegun(closing) && new Headroom().await(closing)) {
        openUnlessClosed();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (BindException e) {
      String why = "cannot listen there: " + e.getMessage() + "; choose another port or host";
      failures.accept(new LocatedFailure(name, why, consequence, e));
    } catch (Exception | LinkageError e) {
      failures.accept(new LocatedFailure(name, null, consequence, e));
    }
  }

  private synchronized void openUnlessClosed() throws Exception {
    if (closing.getCount() > 0) {
      server = opening.call();
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void accept(LoopEvent event) {}

  @Override
  public synchronized void close() throws Exception {
    closing.countDown();
    if (server != null) {
      server.close();
    }
  }
}
