package io.loopsentinel.agent.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.question.Answer;
import io.loopsentinel.agent.question.PendingQuestion;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.agent.telemetry.webhook.AnswerLink;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import io.loopsentinel.targets.config.AskSettings;
import io.loopsentinel.targets.config.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The page behind the link of an alert. */
class AnswerPageTest {

  private final HttpClient client = HttpClient.newHttpClient();
  private final Questions questions = new Questions(AskSettings.DEFAULT);
  private final PendingQuestion question =
      Objects.requireNonNull(questions.ask(Action.ABORT, Sentinels::waiting));
  private final String id = question.question().id();
  private PageServer server;

  @BeforeEach
  void open() throws Exception {
    Telemetry telemetry =
        new Telemetry(new AgentLog(new PrintStream(new ByteArrayOutputStream()), LogLevel.INFO));
    RuntimeSwitches switches = new RuntimeSwitches(Mode.ENFORCE);
    server =
        new PageServer(
            "127.0.0.1",
            0,
            "5ec2e7",
            new RecentActivity(turn -> 0),
            Map::of,
            channel -> Sentinels.of(channel, telemetry, switches, questions),
            new AnswerPage(questions),
            telemetry.failures());
  }

  @AfterEach
  void close() throws Exception {
    server.close();
    questions.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "HEAD"})
  void answersNothingWhenItIsLookedAt(String method) throws Exception {
    HttpResponse<String> page = send(method, link(id, "run"));

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(questions.open()).containsExactly(question);
  }

  @Test
  void showsAButton() throws Exception {
    HttpResponse<String> page = send("GET", link(id, "run"));

    assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html; charset=utf-8");
    assertThat(page.body())
        .contains("<dt>question<dd>" + id, "<button>Let it run</button></form>")
        .contains("<style>:root", "s left)");
  }

  @Test
  void allowsTheBrowserNothingButToAnswer() throws Exception {
    HttpResponse<String> page = send("GET", link(id, "run"));

    assertThat(page.headers().firstValue("content-security-policy").orElse(""))
        .startsWith("default-src 'none'; style-src 'sha256-")
        .endsWith("'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'");
    assertThat(page.headers().map())
        .containsKeys("x-content-type-options", "referrer-policy", "cache-control");
  }

  @Test
  void answersOnceWithoutAToken() throws Exception {
    HttpResponse<String> first = send("POST", link(id, "hint"));
    HttpResponse<String> second = send("POST", link(id, "abort"));
    HttpResponse<String> look = send("GET", link(id, "hint"));

    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(first.body()).contains("Answered: hint");
    assertThat(second.statusCode()).isEqualTo(409);
    assertThat(second.body()).contains("This question is already answered.");
    assertThat(look.statusCode()).isEqualTo(409);
    assertThat(questions.await(question)).isEqualTo(Answer.of("hint", null, "by link"));
  }

  @ParameterizedTest
  @CsvSource({"by=Ann+B%C3%A4r, 'by link, Ann B\u00e4r'", "by=, by link", "by=%, by link"})
  void recordsTheNameOfThePerson(String form, String by) throws Exception {
    send("POST", link(id, "hint"), BodyPublishers.ofString(form));

    assertThat(questions.await(question).by()).isEqualTo(by);
  }

  @Test
  void answersNoOtherQuestionAndWithNoOtherAnswer() throws Exception {
    String link = link(id, "hint");

    assertThat(send("POST", link.replace("hint", "run")).statusCode()).isEqualTo(403);
    assertThat(send("POST", link("2", "hint").replace("/2/", "/" + id + "/")).statusCode())
        .isEqualTo(403);
    assertThat(questions.open()).containsExactly(question);
  }

  @Test
  void answersNothingOnceItHasExpired() throws Exception {
    String link = new AnswerLink(id, "run", Instant.now().minusMillis(1)).path();

    HttpResponse<String> answer = send("POST", link);

    assertThat(answer.statusCode()).isEqualTo(410);
    assertThat(questions.open()).containsExactly(question);
  }

  @Test
  void doesNothingElse() throws Exception {
    HttpResponse<String> answer = send("DELETE", link(id, "run"));

    assertThat(answer.statusCode()).isEqualTo(405);
    assertThat(answer.headers().firstValue("Allow")).hasValue("GET, HEAD, POST");
    assertThat(send("POST", link(id, "run") + "/mode").statusCode()).isEqualTo(403);
  }

  @Test
  void showsValuesOfACallAsText() throws Exception {
    String hostile = "<script>alert('x')</script>&amp;\" onload=\"y";
    PendingQuestion asked =
        ask(Map.of("user", hostile, "<img src=x>", "u-7"), "{\"q\":\"" + hostile + "\"}", hostile);

    String page = send("GET", link(asked.question().id(), "run")).body();

    String text = "&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt;&amp;amp;&quot; onload=&quot;y";
    assertThat(page)
        .contains("<h2>" + text + ": called again</h2>")
        .contains("<dt>user<dd>" + text)
        .contains("<dt>&lt;img src=x&gt;<dd>u-7")
        .contains("<dt>arguments<dd>{&quot;q&quot;:&quot;" + text + "&quot;}")
        .doesNotContain("<script", "<img", "onload=\"");
    assertThat(page.split("<form|<button", -1)).hasSize(3);
  }

  @Test
  void showsCharactersThatTurnTextAroundAsTheirNumbers() throws Exception {
    String turned = "\u202enur\u2066\u200f";
    PendingQuestion asked = ask(Map.of("user", turned), "{\"q\":\"" + turned + "\"}", turned);

    String page = send("GET", link(asked.question().id(), "run")).body();

    String text = "\\u202enur\\u2066\\u200f";
    assertThat(page)
        .contains("<h2>" + text + ": called again</h2>", "<dd>" + text)
        .contains("<dt>arguments<dd>{&quot;q&quot;:&quot;" + text + "&quot;}")
        .doesNotContain("\u202e", "\u2066", "\u200f");
  }

  @Test
  void reportsTheActionAfterATimeout() throws Exception {
    questions.answer(id, Answer.none("the time is up"));
    assertThat(send("GET", link(id, "run")).body())
        .contains("Nobody answered question " + id + " (the time is up).")
        .doesNotContain("Done instead");

    questions.done(id, Action.TERMINATE);

    HttpResponse<String> page = send("GET", link(id, "run"));
    assertThat(page.statusCode()).isEqualTo(410);
    assertThat(page.body())
        .contains("Nobody answered question " + id + " (the time is up). Done instead: terminate.");
  }

  private PendingQuestion ask(Map<String, String> labels, String arguments, String tool) {
    return Objects.requireNonNull(
        questions.ask(Action.HINT, asked -> Sentinels.waiting(asked, tool, labels, arguments)));
  }

  private static String link(String question, String answer) {
    return new AnswerLink(question, answer, Instant.now().plusSeconds(3_600)).path();
  }

  private HttpResponse<String> send(String method, String path) throws Exception {
    return send(method, path, BodyPublishers.noBody());
  }

  private HttpResponse<String> send(String method, String path, HttpRequest.BodyPublisher body)
      throws Exception {
    URI address = URI.create("http://127.0.0.1:" + server.port() + path);
    HttpRequest request = HttpRequest.newBuilder(address).method(method, body).build();
    return client.send(request, BodyHandlers.ofString());
  }
}
