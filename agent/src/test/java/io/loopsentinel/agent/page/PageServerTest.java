package io.loopsentinel.agent.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.question.Answer;
import io.loopsentinel.agent.question.PendingQuestion;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.agent.telemetry.webhook.AnswerLink;
import io.loopsentinel.engine.detect.Detectors;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import io.loopsentinel.targets.config.AskSettings;
import io.loopsentinel.targets.config.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The responses of the live page's server, and its access control. */
class PageServerTest {

  private static final String SECRET = "5ec2e7";

  private final HttpClient client = HttpClient.newHttpClient();
  private final ByteArrayOutputStream log = new ByteArrayOutputStream();
  private final Telemetry telemetry =
      new Telemetry(new AgentLog(new PrintStream(log), LogLevel.INFO));
  private final RuntimeSwitches switches = new RuntimeSwitches(Mode.ENFORCE);
  private final RecentActivity activity = new RecentActivity(turn -> 0);
  private final Questions questions = new Questions(AskSettings.DEFAULT);
  private final AtomicInteger calls = new AtomicInteger();
  private PageServer server;

  @BeforeEach
  void open() throws Exception {
    server =
        new PageServer(
            "127.0.0.1",
            0,
            SECRET,
            activity,
            () -> Map.of("calls", calls.get()),
            channel -> Sentinels.of(channel, telemetry, switches, questions),
            new AnswerPage(questions),
            telemetry.failures());
  }

  @AfterEach
  void close() throws Exception {
    server.close();
    questions.close();
  }

  @Test
  void servesThePageWithTheMeaningOfEachDetector() throws Exception {
    String page = get("/").body();

    assertThat(Detectors.names())
        .allSatisfy(name -> assertThat(page).contains("\n  " + name + ": '"));
  }

  @Test
  void servesOnePageThatNeedsNoOtherFile() throws Exception {
    HttpResponse<String> page = get("/");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
    assertThat(page.body())
        .contains("<html lang=\"en\">", "'use strict';", "color-scheme")
        .doesNotContain("/*style*/", "/*script*/", "src=", "url(", "innerHTML", SECRET);
  }

  @Test
  void contentSecurityPolicyAllowsOnlyThePage() throws Exception {
    HttpResponse<String> page = get("/");

    assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
        .startsWith("default-src 'none'; style-src 'sha256-")
        .contains("script-src 'sha256-", "frame-ancestors 'none'", "form-action 'none'")
        .doesNotContain("unsafe", "*");
    assertThat(page.headers().map())
        .containsEntry("x-content-type-options", List.of("nosniff"))
        .containsEntry("referrer-policy", List.of("no-referrer"))
        .containsEntry("cross-origin-resource-policy", List.of("same-origin"))
        .containsEntry("cache-control", List.of("no-store"));
  }

  @Test
  void saysWhyABudgetCannotBeRaised() throws Exception {
    String body =
        "{\"budget\":\"daily\",\"holder\":\"ann\",\"amount\":\"+5usd\",\"time\":\"2h\",\"why\":\"a"
            + " demo\"}";

    assertThat(post("/raise", body, SECRET).body()).contains("no call was guarded so far");
    assertThat(post("/raise", body, "5ec2e").statusCode()).isEqualTo(403);
    assertThat(post("/raise", "{\"budget\":\"daily\"}", SECRET).body())
        .contains("expected a JSON object with budget and holder and amount and time and why");
  }

  @Test
  void tellsNothingThatIsBlankTooLongOrNoText() throws Exception {
    String tooLong = "{\"session\":\"c-7\",\"text\":\"" + "x".repeat(501) + "\"}";

    assertThat(post("/tell", tooLong, SECRET).body())
        .contains("text: expected 1 to 500 characters, found 501");
    assertThat(post("/tell", "{\"session\":\"c-7\",\"text\":\" \"}", SECRET).statusCode())
        .isEqualTo(400);
    assertThat(post("/tell", "{\"session\":\"c-7\"}", SECRET).body())
        .contains("expected a JSON object with session and text");
  }

  @Test
  void answersForACallThatWaitsOnce() throws Exception {
    PendingQuestion question =
        Objects.requireNonNull(questions.ask(Action.ABORT, Sentinels::waiting));
    String body = "{\"question\":\"1\",\"answer\":\"message\",\"text\":\"Not now.\"}";

    HttpResponse<String> refused = post("/answer", body, "other");
    HttpResponse<String> first = post("/answer", body, SECRET);
    HttpResponse<String> second = post("/answer", body, SECRET);
    HttpResponse<String> wrong = post("/answer", "{\"question\":\"1\"}", SECRET);

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(first.body()).isEqualTo("{\"answered\":true}");
    assertThat(second.body()).isEqualTo("{\"answered\":false}");
    assertThat(wrong.statusCode()).isEqualTo(400);
    assertThat(questions.await(question))
        .isEqualTo(Answer.of("message", "Not now.", "on the live page"));
  }

  @Test
  void recordsTheNameOfThePersonWhoChangesSomething() throws Exception {
    PendingQuestion question =
        Objects.requireNonNull(questions.ask(Action.HINT, Sentinels::waiting));

    post("/mode", "{\"mode\":\"observe\",\"by\":\"Ann\\nB\"}", SECRET);
    post("/answer", "{\"question\":\"1\",\"answer\":\"run\",\"by\":\"Ann\"}", SECRET);

    assertThat(log.toString(StandardCharsets.UTF_8))
        .contains("mode observe from now on, set on the live page by Ann\\nB; before enforce");
    assertThat(questions.await(question).by()).isEqualTo("on the live page by Ann");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "5ec2e", "5ec2e70", "5EC2E7"})
  void switchesNothingWithAnotherToken(String token) throws Exception {
    HttpResponse<String> answer = post("/mode", "{\"mode\":\"observe\"}", token);

    assertThat(answer.statusCode()).isEqualTo(403);
    assertThat(answer.body()).doesNotContain(SECRET);
    assertThat(switches.mode()).isEqualTo(Mode.ENFORCE);
  }

  @Test
  void switchesNothingWithoutAToken() throws Exception {
    HttpRequest request =
        request("/mode")
            .POST(HttpRequest.BodyPublishers.ofString("{\"mode\":\"observe\"}"))
            .build();

    assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
    assertThat(switches.mode()).isEqualTo(Mode.ENFORCE);
  }

  @Test
  void switchesNothingForThePageOfAnotherSite() throws Exception {
    HttpRequest request =
        request("/mode")
            .header("Origin", "http://evil.example")
            .header(PageServer.TOKEN, SECRET)
            .POST(HttpRequest.BodyPublishers.ofString("{\"mode\":\"observe\"}"))
            .build();

    assertThat(client.send(request, BodyHandlers.ofString()).statusCode()).isEqualTo(403);
    assertThat(switches.mode()).isEqualTo(Mode.ENFORCE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"mode\":\"off\"}", "{\"mode\":1}", "{}", "mode=observe", "", "[]"})
  void rejectsUnreadableInput(String body) throws Exception {
    assertThat(post("/mode", body, SECRET).statusCode()).isEqualTo(400);
    assertThat(switches.mode()).isEqualTo(Mode.ENFORCE);
  }

  @ParameterizedTest
  @CsvSource({
    "127.0.0.1:80, 200",
    "localhost, 200",
    "LOCALHOST:8080, 200",
    "[::1]:80, 200",
    "evil.example, 403",
    "evil.example:80, 403",
    "127.0.0.1.evil.example, 403",
    "localhost.evil.example, 403",
  })
  void answersOnlyToAnAddressOrLocalhost(String host, int status) throws IOException {
    assertThat(ask("GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 " + status + " ");
  }

  @Test
  void leavesTheHostOfALinkToTheProxyBeforeIt() throws IOException {
    String path = new AnswerLink("1", "run", Instant.now().plusSeconds(60)).path();

    assertThat(ask("GET " + path + " HTTP/1.1\r\nHost: ops.example\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 409 ");
  }

  @Test
  void refusesToAnswerIfNoHostIsAskedFor() throws IOException {
    assertThat(ask("GET / HTTP/1.0\r\n\r\n")).startsWith("HTTP/1.1 403 ");
  }

  @ParameterizedTest
  @CsvSource({
    "POST, /, 405, 'GET, HEAD'",
    "PUT, /state, 405, 'GET, HEAD'",
    "DELETE, /events, 405, 'GET, HEAD'",
    "GET, /mode, 405, POST",
    "OPTIONS, /reset, 405, POST",
    "HEAD, /, 200,",
    "HEAD, /state, 200,",
    "HEAD, /events, 200,",
    "GET, /favicon.ico, 404,",
    "GET, /../live.js, 404,",
  })
  void answersEachMethod(String method, String path, int status, String allowed) throws Exception {
    HttpRequest request = request(path).method(method, HttpRequest.BodyPublishers.noBody()).build();

    HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());

    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("Allow").orElse(null)).isEqualTo(allowed);
  }

  private HttpResponse<String> get(String path) throws Exception {
    return client.send(request(path).build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> post(String path, String body, String token) throws Exception {
    HttpRequest request =
        request(path)
            .header(PageServer.TOKEN, token)
            .header("Origin", "http://127.0.0.1:" + server.port())
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path));
  }

  /** The JDK's client lets nobody choose a host. */
  private String ask(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
