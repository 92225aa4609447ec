package io.loopsentinel.agent.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loopsentinel.agent.management.SentinelMXBean;
import io.loopsentinel.agent.telemetry.AgentThread;
import io.loopsentinel.agent.telemetry.webhook.AnswerLink;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server of the live page.
 *
 * <p>Whoever reaches it may read; what switches something needs the token. A page of another site
 * can do neither: it may reach this server by a name of its own (DNS rebinding), so the host that
 * is asked for has to be an address, {@code localhost} or the configured name.
 */
final class PageServer implements AutoCloseable {

  static final String TOKEN = "X-Loop-Sentinel-Token";

  private static final String READ = "GET, HEAD";
  private static final String POST = "POST";
  private static final Map<String, String> METHODS =
      Map.of(
          "/", READ, "/state", READ, "/events", READ, "/mode", POST, "/reset", POST, "/tell", POST,
          "/answer", POST, "/raise", POST);

  private static final int THREADS = 16;
  private static final int MOST_WATCHERS = 8;
  private static final int LONGEST_BODY = 4_096;
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);
  private static final long SHORTEST_PAUSE_MILLIS = 300;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String host;
  private final String token;
  private final RecentActivity activity;
  private final Supplier<?> state;
  private final SentinelMXBean sentinel;
  private final AnswerPage answers;
  private final Consumer<Throwable> failures;
  private final byte[] page;
  private final String policy;
  private final HttpServer server;
  private final ExecutorService executor;
  private final Semaphore watchers = new Semaphore(MOST_WATCHERS);
  private final CountDownLatch closing = new CountDownLatch(1);

  /**
   * Begins to listen; its threads are daemons if the current one is.
   *
   * @param port 0: one that is free
   * @param answers what links of alerts lead to; they carry what permits them
   */
  PageServer(
      String host,
      int port,
      String token,
      RecentActivity activity,
      Supplier<?> state,
      SentinelMXBean sentinel,
      AnswerPage answers,
      Consumer<Throwable> failures)
      throws IOException, GeneralSecurityException {
    this.host = host;
    this.token = token;
    this.activity = activity;
    this.state = state;
    this.sentinel = sentinel;
    this.answers = answers;
    this.failures = failures;
    this.page = PageAssets.page("live").getBytes(UTF_8);
    this.policy =
        "default-src 'none'; style-src %s; script-src %s; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
            .formatted(hash(PageAssets.style("live")), hash(PageAssets.script("live")));
    this.server = HttpServer.create(new InetSocketAddress(InetAddress.getByName(host), port), 0);
    this.executor =
        Executors.newFixedThreadPool(
            THREADS, task -> AgentThread.daemon("loop-sentinel page", task));
    server.setExecutor(executor);
    server.createContext("/", this::handle);
    server.start();
  }

  int port() {
    return server.getAddress().getPort();
  }

  /** Returns the address at which the page can switch things; a browser sends no fragment. */
  String address() {
    String name = host.contains(":") ? "[" + host + "]" : host;
    return "http://%s:%d/#token=%s".formatted(name, port(), token);
  }

  @Override
  public void close() {
    closing.countDown();
    activity.changed();
    server.stop(0);
    executor.shutdownNow();
  }

  private void handle(HttpExchange exchange) {
    try (exchange) {
      Headers headers = exchange.getResponseHeaders();
      headers.set("Content-Security-Policy", policy);
      headers.set("X-Content-Type-Options", "nosniff");
      headers.set("Referrer-Policy", "no-referrer");
      headers.set("Cross-Origin-Resource-Policy", "same-origin");
      headers.set("Cache-Control", "no-store");
      String path = exchange.getRequestURI().getPath();
      boolean isLink = path.startsWith(AnswerLink.PATH);
      String allowed = isLink ? READ + ", " + POST : METHODS.get(path);
      if (!isLink && !isOwn(exchange.getRequestHeaders().getFirst("Host"))) {
        answer(exchange, 403, Map.of("error", "the host has to be an address or localhost"));
      } else if (allowed == null) {
        answer(exchange, 404, Map.of("error", "there is no such page"));
      } else if (!List.of(allowed.split(", ")).contains(exchange.getRequestMethod())) {
        headers.set("Allow", allowed);
        answer(exchange, 405, Map.of("error", "allowed: " + allowed));
      } else if (isLink) {
        answers.handle(exchange);
      } else {
        switch (path) {
          case "/" -> send(exchange, 200, "text/html; charset=utf-8", page);
          case "/state" -> answer(exchange, 200, state.get());
          case "/events" -> stream(exchange);
          case "/mode" ->
              change(
                  exchange, body -> Map.of("before", sentinel.setMode(text(body, "mode"))), "mode");
          case "/tell" ->
              change(
                  exchange,
                  body -> Map.of("told", sentinel.tell(text(body, "session"), text(body, "text"))),
                  "session",
                  "text");
          case "/answer" ->
              change(
                  exchange,
                  body ->
                      Map.of(
                          "answered",
                          sentinel.answer(
                              text(body, "question"),
                              text(body, "answer"),
                              body.path("text").textValue())),
                  "question",
                  "answer");
          case "/raise" ->
              change(
                  exchange,
                  body ->
                      Map.of(
                          "raised",
                          sentinel.raiseBudget(
                              text(body, "budget"),
                              text(body, "holder"),
                              text(body, "amount"),
                              text(body, "time"),
                              text(body, "why"))),
                  "budget",
                  "holder",
                  "amount",
                  "time",
                  "why");
          default ->
              change(
                  exchange,
                  body -> Map.of("reset", sentinel.reset(text(body, "session"))),
                  "session");
        }
      }
    } catch (IOException e) {
      // Whoever asked is gone.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Throwable failure) {
      failures.accept(failure);
    }
  }

  private static String text(JsonNode body, String member) {
    return body.path(member).asText();
  }

  /** Changes something by what a body says, which has to have some texts; needs a token. */
  private void change(
      HttpExchange exchange, Function<JsonNode, Map<String, ?>> change, String... members)
      throws IOException {
    Headers headers = exchange.getRequestHeaders();
    String given = headers.getFirst(TOKEN);
    if (!isFromOwnPage(headers) || given == null || !isToken(given)) {
      String error = "it takes the token in the address that the agent's log tells, in the header ";
      answer(exchange, 403, Map.of("error", error + TOKEN));
    } else {
      JsonNode body = body(exchange.getRequestBody().readNBytes(LONGEST_BODY), members);
      if (body == null) {
        String expected = "expected a JSON object with " + String.join(" and ", members);
        answer(exchange, 400, Map.of("error", expected));
        return;
      }
      try {
        answer(exchange, 200, change.apply(body));
        activity.changed();
      } catch (IllegalArgumentException e) {
        answer(exchange, 400, Map.of("error", String.valueOf(e.getMessage())));
      }
    }
  }

  /** Returns an object that has texts as its members. */
  private static @Nullable JsonNode body(byte[] json, String... members) {
    try {
      JsonNode body = MAPPER.readTree(json);
      return Arrays.stream(members).allMatch(each -> body.path(each).isTextual()) ? body : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** Sends the state whenever it has changed, until somebody leaves. */
  private void stream(HttpExchange exchange) throws IOException, InterruptedException {
    if (!watchers.tryAcquire()) {
      answer(exchange, 503, Map.of("error", "too many are watching"));
      return;
    }
    try {
      exchange.getResponseHeaders().set("Content-Type", "text/event-stream; charset=utf-8");
      boolean head = exchange.getRequestMethod().equals("HEAD");
      exchange.sendResponseHeaders(200, head ? -1 : 0);
      OutputStream body = exchange.getResponseBody();
      long seen = -1;
      while (!head && closing.getCount() > 0) {
        seen = activity.awaitChange(seen, LONGEST_SILENCE);
        body.write(("data: " + MAPPER.writeValueAsString(state.get()) + "\n\n").getBytes(UTF_8));
        body.flush();
        closing.await(SHORTEST_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
      }
    } finally {
      watchers.release();
    }
  }

  private boolean isOwn(@Nullable String asked) {
    if (asked == null) {
      return false;
    }
    String name = asked.replaceFirst(":\\d*$", "");
    return name.matches("[0-9.]+|\\[[0-9a-fA-F:.]+]")
        || name.equalsIgnoreCase("localhost")
        || name.equalsIgnoreCase(host);
  }

  private static boolean isFromOwnPage(Headers headers) {
    String origin = headers.getFirst("Origin");
    return origin == null || origin.replaceFirst("^https?://", "").equals(headers.getFirst("Host"));
  }

  private boolean isToken(String given) {
    return MessageDigest.isEqual(given.getBytes(UTF_8), token.getBytes(UTF_8));
  }

  private static void answer(HttpExchange exchange, int status, Object values) throws IOException {
    send(exchange, status, "application/json", MAPPER.writeValueAsBytes(values));
  }

  static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, head ? -1 : body.length);
    if (!head) {
      exchange.getResponseBody().write(body);
    }
  }

  private static String hash(String content) throws GeneralSecurityException {
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(content.getBytes(UTF_8));
    return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
  }
}
