package io.loopsentinel.it.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;

/**
 * A model that speaks the OpenAI chat completions API on the loopback interface and does what its
 * script says.
 *
 * <p>Thread-safe; answers one request at a time.
 *
 * @see <a href="https://platform.openai.com/docs/api-reference/chat">The API</a>
 */
public final class ScriptedModelServer implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final Script script;
  private ModelLog log = ModelLog.EMPTY;

  private ScriptedModelServer(HttpServer server, Script script) {
    this.server = server;
    this.script = script;
  }

  /** Starts a server on a free port; to be closed by the caller. */
  public static ScriptedModelServer start(Script script) {
    // Without it every response waits some 40 ms for the client's delayed acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      ScriptedModelServer model = new ScriptedModelServer(http, script);
      http.createContext("/v1/chat/completions", model::handle);
      http.start();
      return model;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot open a port on the loopback interface", e);
    }
  }

  /** Returns the URL that OpenAI clients are to be given. */
  public String baseUrl() {
    InetSocketAddress address = server.getAddress();
    return "http://" + address.getAddress().getHostAddress() + ":" + address.getPort() + "/v1";
  }

  /** Returns what it has seen so far. */
  public synchronized ModelLog log() {
    return log;
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode request = JSON.readTree(exchange.getRequestBody());
      Reply reply = script.next(ChatCompletions.conversation(request));
      int number = count(ChatCompletions.log(request, reply));
      if (request.path("stream").asBoolean()) {
        send(exchange, "text/event-stream", ChatCompletionStream.response(request, reply, number));
      } else {
        send(exchange, "application/json", ChatCompletions.response(request, reply, number));
      }
    }
  }

  private synchronized int count(ModelLog request) {
    log = log.plus(request);
    return log.requests();
  }

  private static void send(HttpExchange exchange, String type, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(200, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }
}
