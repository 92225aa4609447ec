package io.loopsentinel.agent.page;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.agent.telemetry.http.BoundedHttpServer;
import io.loopsentinel.agent.telemetry.http.Request;
import io.loopsentinel.agent.telemetry.http.Response;
import io.loopsentinel.agent.telemetry.webhook.AnswerLink;
import io.loopsentinel.engine.text.Printable;
import io.loopsentinel.management.SentinelMXBean;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP server of the live page.
 *
 * <p>Anyone who reaches it may read; changes need the token. A page of another site can do neither.
 * It could reach this server by its own name (DNS rebinding), so the requested host must be an
 * address, {@code localhost} or the configured name.
 */
final class PageServer implements AutoCloseable {

  static final String TOKEN = "X-Loop-Sentinel-Token";

  /** The channel of changes, in words. */
  static final String CHANNEL = "on the live page";

  private static final String READ = "GET, HEAD";
  private static final String POST = "POST";
  private static final Set<String> PAGES = Set.of("/", "/state", "/events");
  private static final Map<String, Change> CHANGES =
      Map.of(
          "/mode",
          new Change("before", (on, body) -> on.setMode(text(body, "mode")), "mode"),
          "/reset",
          new Change("reset", (on, body) -> on.reset(text(body, "session")), "session"),
          "/tell",
          new Change(
              "told",
              (on, body) -> on.tell(text(body, "session"), text(body, "text")),
              "session",
              "text"),
          "/answer",
          new Change(
              "answered",
              (on, body) ->
                  on.answer(
                      text(body, "question"), text(body, "answer"), body.path("text").textValue()),
              "question",
              "answer"),
          "/raise",
          new Change(
              "raised",
              (on, body) ->
                  on.raiseBudget(
                      text(body, "budget"),
                      text(body, "holder"),
                      text(body, "amount"),
                      text(body, "time"),
                      text(body, "why")),
              "budget",
              "holder",
              "amount",
              "time",
              "why"));

  private static final Duration MAX_SILENCE = Duration.ofSeconds(10);
  private static final long MIN_PAUSE_MILLIS = 300;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final String host;
  private final String token;
  private final RecentActivity activity;
  private final Supplier<?> state;
  private final Function<String, SentinelMXBean> sentinels;
  private final AnswerPage answers;
  private final String page;
  private final Map<String, String> headers;
  private final BoundedHttpServer server;
  private final CountDownLatch closing = new CountDownLatch(1);

  /** A change that a request with some text members causes, and the name of its result. */
  private record Change(
      String result, BiFunction<SentinelMXBean, JsonNode, Object> apply, List<String> members) {

    Change(String result, BiFunction<SentinelMXBean, JsonNode, Object> apply, String... members) {
      this(result, apply, List.of(members));
    }
  }

  /**
   * Starts to listen, on daemon threads.
   *
   * @param port the port; 0 for a free one
   * @param sentinels the management interface by its channel in words
   * @param answers the page of the links of alerts, which need no token because they are signed
   */
  PageServer(
      String host,
      int port,
      String token,
      RecentActivity activity,
      Supplier<?> state,
      Function<String, SentinelMXBean> sentinels,
      AnswerPage answers,
      Consumer<Throwable> failures)
      throws IOException, GeneralSecurityException {
    this.host = host;
    this.token = token;
    this.activity = activity;
    this.state = state;
    this.sentinels = sentinels;
    this.answers = answers;
    this.page = PageAssets.page(PageServer.class, "live");
    String policy =
        "default-src 'none'; style-src %s; script-src %s; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
            .formatted(
                PageAssets.hash(PageAssets.style(PageServer.class, "live")),
                PageAssets.hash(PageAssets.script(PageServer.class, "live")));
    this.headers =
        Map.of(
            "Content-Security-Policy",
            policy,
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Cache-Control",
            "no-store");
    this.server =
        new BoundedHttpServer(
            host, port, "loop-sentinel page", request -> answer(request).with(headers), failures);
  }

  int port() {
    return server.port();
  }

  /** Returns the address with the token. It is in the fragment, which browsers do not send. */
  String address() {
    return BoundedHttpServer.address(host, port()) + "/#token=" + token;
  }

  @Override
  public void close() throws IOException {
    closing.countDown();
    activity.notifyChange();
    server.close();
  }

  private Response answer(Request request) throws IOException {
    String path = request.path();
    boolean isLink = path.startsWith(AnswerLink.PATH);
    String ofPage = PAGES.contains(path) ? READ : CHANGES.containsKey(path) ? POST : null;
    String allowed = isLink ? READ + ", " + POST : ofPage;
    if (!isLink && !request.isForHost(host)) {
      return json(403, Map.of("error", "the host must be an address or localhost"));
    }
    if (allowed == null) {
      return json(404, Map.of("error", "there is no such page"));
    }
    if (!List.of(allowed.split(", ")).contains(request.method())) {
      return json(405, Map.of("error", "allowed: " + allowed)).with(Map.of("Allow", allowed));
    }
    if (isLink) {
      return answers.answer(request);
    }
    return switch (path) {
      case "/" -> Response.of(200, "text/html; charset=utf-8", page);
      case "/state" -> json(200, state.get());
      case "/events" -> Response.streaming("text/event-stream; charset=utf-8", this::stream);
      default -> change(request, Objects.requireNonNull(CHANGES.get(path)));
    };
  }

  private static String text(JsonNode body, String member) {
    return body.path(member).asText();
  }

  /** Applies a change by a JSON body with text members, if the request has the token. */
  private Response change(Request request, Change change) throws IOException {
    String given = request.header(TOKEN);
    if (!isFromOwnPage(request) || given == null || !isToken(given)) {
      String error = "requires the token of the address in the agent's log, in the header ";
      return json(403, Map.of("error", error + TOKEN));
    }
    JsonNode body = body(request.body(), change.members());
    if (body == null) {
      String expected = "expected a JSON object with " + String.join(" and ", change.members());
      return json(400, Map.of("error", expected));
    }
    String person = text(body, "by").strip();
    String by = person.isEmpty() ? "" : " by " + Printable.name(person);
    try {
      SentinelMXBean sentinel = sentinels.apply(CHANNEL + by);
      Map<String, ?> result = Map.of(change.result(), change.apply().apply(sentinel, body));
      Response changed = json(200, result);
      activity.notifyChange();
      return changed;
    } catch (IllegalArgumentException e) {
      return json(400, Map.of("error", String.valueOf(e.getMessage())));
    }
  }

  /** Parses an object with some text members; returns {@code null} if it is none. */
  private static @Nullable JsonNode body(String json, List<String> members) {
    try {
      JsonNode body = MAPPER.readTree(json);
      return members.stream().allMatch(each -> body.path(each).isTextual()) ? body : null;
    } catch (JsonProcessingException e) {
      return null;
    }
  }

  /** Sends the state after each change, until the client or this server closes. */
  private void stream(Response.Client client) throws IOException, InterruptedException {
    long seen = -1;
    while (closing.getCount() > 0) {
      seen = activity.awaitChange(seen, MAX_SILENCE);
      client.send("data: " + MAPPER.writeValueAsString(state.get()) + "\n\n");
      closing.await(MIN_PAUSE_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  private static boolean isFromOwnPage(Request request) {
    String origin = request.header("Origin");
    return origin == null || origin.replaceFirst("^https?://", "").equals(request.header("Host"));
  }

  private boolean isToken(String given) {
    return MessageDigest.isEqual(given.getBytes(UTF_8), token.getBytes(UTF_8));
  }

  private static Response json(int status, Object values) throws IOException {
    return Response.of(status, "application/json", MAPPER.writeValueAsString(values));
  }
}
