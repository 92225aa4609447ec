package io.loopsentinel.agent.telemetry.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A receiver of alerts on the loopback interface, which answers as a test has it. */
final class Receiver implements AutoCloseable {

  /** A request as it arrived. */
  record Request(String path, Map<String, String> headers, JsonNode body) {}

  /** The reaction to one request. */
  private interface Behaviour {
    void answer(HttpExchange exchange) throws IOException;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final BlockingQueue<Request> requests = new LinkedBlockingQueue<>();
  private final Queue<Behaviour> behaviours = new ConcurrentLinkedQueue<>();

  Receiver() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  URI address(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  InetSocketAddress socket() {
    return server.getAddress();
  }

  /** Answers the next request with a status; what is not arranged is answered with 204. */
  Receiver then(int status) {
    return then(status, Map.of());
  }

  Receiver then(int status, Map<String, String> headers) {
    behaviours.add(
        exchange -> {
          headers.forEach(exchange.getResponseHeaders()::set);
          exchange.sendResponseHeaders(status, -1);
        });
    return this;
  }

  /** Answers the next request not at all. */
  Receiver thenStalls() {
    behaviours.add(exchange -> await(closed));
    return this;
  }

  /** Answers the next request once the latch is open. */
  Receiver thenWaitsFor(CountDownLatch latch) {
    behaviours.add(
        exchange -> {
          await(latch);
          exchange.sendResponseHeaders(204, -1);
        });
    return this;
  }

  /** Begins an answer to the next request and never ends it. */
  Receiver thenStallsInItsAnswer() {
    behaviours.add(
        exchange -> {
          exchange.sendResponseHeaders(200, 1_000);
          exchange.getResponseBody().write('x');
          exchange.getResponseBody().flush();
          await(closed);
        });
    return this;
  }

  /** Hangs up on the next request. */
  Receiver thenHangsUp() {
    behaviours.add(
        exchange -> {
          throw new IOException("hangs up");
        });
    return this;
  }

  /** Returns the next request, once it is there. */
  Request next() throws InterruptedException {
    Request request = requests.poll(1, TimeUnit.MINUTES);
    if (request == null) {
      throw new AssertionError("no request came");
    }
    return request;
  }

  int unread() {
    return requests.size();
  }

  @Override
  public void close() {
    closed.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    JsonNode body = new ObjectMapper().readTree(exchange.getRequestBody());
    Map<String, String> headers = new TreeMap<>();
    exchange.getRequestHeaders().forEach((name, values) -> headers.put(name, values.get(0)));
    Behaviour behaviour = behaviours.poll();
    requests.add(new Request(exchange.getRequestURI().toString(), headers, body));
    if (behaviour == null) {
      exchange.sendResponseHeaders(204, -1);
    } else {
      behaviour.answer(exchange);
    }
    exchange.close();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
