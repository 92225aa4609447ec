package io.loopsentinel.it.jvm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A receiver of alerts on the loopback interface, which answers or stalls. */
final class AlertReceiver implements AutoCloseable {

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final BlockingQueue<String> bodies = new LinkedBlockingQueue<>();

  private AlertReceiver(boolean answers) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          bodies.add(
              exchange.getRequestHeaders().getFirst("Authorization")
                  + " "
                  + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          if (answers) {
            exchange.sendResponseHeaders(204, -1);
          } else {
            await(closed);
          }
          exchange.close();
        });
    server.start();
  }

  static AlertReceiver answering() throws IOException {
    return new AlertReceiver(true);
  }

  static AlertReceiver stalling() throws IOException {
    return new AlertReceiver(false);
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort() + "/MARKER-PATH";
  }

  /** Returns the next request once it is there: a header and the body. */
  String next() throws InterruptedException {
    String body = bodies.poll(1, TimeUnit.MINUTES);
    if (body == null) {
      throw new AssertionError("no alert came");
    }
    return body;
  }

  /** Returns the body of the next request. */
  JsonNode json() throws IOException, InterruptedException {
    String request = next();
    return new ObjectMapper().readTree(request.substring(request.indexOf('{')));
  }

  /** Returns whether there is a request that was not asked for; of a JVM that has ended. */
  boolean hasNext() {
    return !bodies.isEmpty();
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
