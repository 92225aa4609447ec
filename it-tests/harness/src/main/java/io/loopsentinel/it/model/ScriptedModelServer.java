package io.loopsentinel.it.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loopsentinel.it.model.Reply.Failure;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A model that speaks the API of a provider on the loopback interface and does what its script
 * says. As a real one it refuses, with status 400, conversations in which tool calls and their
 * answers do not match.
 *
 * <p>Thread-safe; answers one request at a time.
 */
public final class ScriptedModelServer implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpServer server;
  private final ModelApi api;
  private volatile Script script;
  private volatile boolean lenient;
  private final List<String> refusals = new CopyOnWriteArrayList<>();
  private ModelLog log = ModelLog.EMPTY;

  /** Ids are made of it; it goes on where the log begins again, as the conversations do. */
  private int responses;

  private ScriptedModelServer(HttpServer server, ModelApi api, Script script) {
    this.server = server;
    this.api = api;
    this.script = script;
  }

  /** Starts a model of OpenAI on a free port; to be closed by the caller. */
  public static ScriptedModelServer start(Script script) {
    return start(new OpenAi(), script);
  }

  /** Starts a model of Google on a free port; to be closed by the caller. */
  public static ScriptedModelServer startGemini(Script script) {
    return start(new Gemini(), script);
  }

  /**
   * Starts a model of Anthropic, which only answers, on a free port; to be closed by the caller.
   */
  public static ScriptedModelServer startAnthropic(Script script) {
    return start(new Anthropic(), script);
  }

  private static ScriptedModelServer start(ModelApi api, Script script) {
    // Without it every response waits some 40 ms for the client's delayed acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      ScriptedModelServer model = new ScriptedModelServer(http, api, script);
      http.createContext("/", model::handle);
      http.start();
      return model;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot open a port on the loopback interface", e);
    }
  }

  /** Returns why it refused conversations, oldest first. */
  public List<String> refusals() {
    return List.copyOf(refusals);
  }

  /** Returns the URL that clients are to be given. */
  public String baseUrl() {
    InetSocketAddress address = server.getAddress();
    return "http://"
        + address.getAddress().getHostAddress()
        + ":"
        + address.getPort()
        + api.basePath();
  }

  /** Returns the log so far. */
  public synchronized ModelLog log() {
    return log;
  }

  /** Accepts any conversation from now on, as some models that are served locally do. */
  public ScriptedModelServer lenient() {
    lenient = true;
    return this;
  }

  /** Goes on with another script and an empty log, for clients that cannot be given another URL. */
  public synchronized void restart(Script script) {
    this.script = script;
    log = ModelLog.EMPTY;
  }

  @Override
  public void close() {
    server.stop(0);
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode request = JSON.readTree(exchange.getRequestBody());
      String refusal = lenient ? null : api.refusal(request);
      if (refusal != null) {
        refusals.add(refusal);
        count(ModelLog.FAILED);
        send(exchange, 400, "application/json", api.error(refusal));
        return;
      }
      Reply reply = script.next(api.conversation(request));
      if (reply instanceof Failure failure) {
        count(ModelLog.FAILED);
        exchange.sendResponseHeaders(failure.status(), -1);
        return;
      }
      int number = count(api.log(request, reply));
      if (api.isStreamed(exchange.getRequestURI(), request)) {
        // A client that ends a stream by closing its connection may have given it to another
        // request.
        exchange.getResponseHeaders().set("Connection", "close");
        send(exchange, 200, "text/event-stream", api.stream(request, reply, number));
      } else {
        send(exchange, 200, "application/json", api.response(request, reply, number));
      }
    }
  }

  private synchronized int count(ModelLog request) {
    log = log.plus(request);
    return ++responses;
  }

  private static void send(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }
}
