package io.loopsentinel.agent.telemetry.webhook;

import static io.loopsentinel.agent.telemetry.webhook.Alerts.event;
import static io.loopsentinel.agent.telemetry.webhook.Alerts.terminated;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.FailureLog;
import io.loopsentinel.agent.telemetry.LogText;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.agent.telemetry.webhook.Receiver.Request;
import io.loopsentinel.targets.config.LogLevel;
import io.loopsentinel.targets.config.WebhookSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The way of alerts to a receiver that fails, stalls and recovers. */
class WebhookTest {

  private static final String LOST = "; an alert is lost; the next one counts it";
  private static final Duration SHORT = Duration.ofMillis(1);

  private final ByteArrayOutputStream lines = new ByteArrayOutputStream();
  private final FailureLog failures =
      new FailureLog(
          new AgentLog(new PrintStream(lines, true, StandardCharsets.UTF_8), LogLevel.DEBUG),
          line -> {});
  private final AtomicLong clock = new AtomicLong();
  private final Semaphore clockRead = new Semaphore(0);
  private final Receiver receiver = new Receiver();
  private final Set<Webhook> unfinished = new LinkedHashSet<>();
  private Duration timeout = Duration.ofMinutes(1);
  private Duration patience = Duration.ofMinutes(1);
  private int perMinute = 600;
  private @Nullable InetSocketAddress proxy;
  private @Nullable URI answerLinks;
  private URI address = receiver.address("/hook/SECRET-PATH");

  WebhookTest() throws IOException {}

  /** A webhook that still sends may meet the receiver of another test, at the same port. */
  @AfterEach
  void close() throws InterruptedException {
    for (Webhook webhook : List.copyOf(unfinished)) {
      finish(webhook);
    }
    receiver.close();
  }

  @Test
  void sendsTheEventsItIsAboutAndItsHeaders() throws InterruptedException {
    Webhook webhook = webhook();

    webhook.accept(event(LoopEvent.Type.TOOL_RESULT, "search", "not asked for"));
    webhook.accept(terminated("one"));

    Request request = receiver.next();
    assertThat(request.path()).isEqualTo("/hook/SECRET-PATH");
    assertThat(request.headers())
        .containsEntry("Content-type", "application/json; charset=utf-8")
        .containsEntry("Authorization", "SECRET-TOKEN");
    assertThat(reason(request)).isEqualTo("one");
    assertThat(receiver.unread()).isZero();
    assertThat(log()).isEmpty();
  }

  @Test
  void sendsAnswerLinksIfConfigured() throws InterruptedException {
    Webhook without = webhook();
    answerLinks = URI.create("https://ops.example/sentinel");
    Webhook with = webhook();
    LoopEvent.Question question =
        LoopEventBuilder.question("7", Instant.EPOCH, "abort", null, null);

    without.accept(Alerts.waiting(question));
    JsonNode none = receiver.next().body();
    with.accept(Alerts.waiting(question));

    assertThat(none.has("answer_links")).isFalse();
    assertThat(receiver.next().body().get("answer_links").properties())
        .extracting(Map.Entry::getKey, link -> link.getValue().textValue())
        .containsExactlyElementsOf(
            AnswerLink.forQuestion(question, answerLinks).entrySet().stream()
                .map(link -> tuple(link.getKey(), link.getValue()))
                .toList());
    assertThat(log()).isEmpty();
  }

  @Test
  void retriesUntilTheReceiverRecovers() throws InterruptedException {
    receiver.then(500).thenHangsUp().then(429, Map.of("Retry-After", "0"));
    Webhook webhook = webhook();

    webhook.accept(terminated("one"));
    webhook.accept(terminated("two"));

    assertThat(reasons(5)).containsExactly("one", "one", "one", "one", "two");
    assertThat(log()).isEmpty();
  }

  @Test
  void reportsLostAlertsAfterAStalledReceiver() throws InterruptedException {
    timeout = Duration.ofSeconds(2);
    receiver.thenStalls().thenStallsInItsAnswer().thenStalls().thenStalls();
    Webhook webhook = webhook();

    webhook.accept(terminated("one"));
    webhook.accept(terminated("two"));

    assertThat(reasons(4)).containsOnly("one");
    Request recovered = receiver.next();
    assertThat(reason(recovered)).isEqualTo("two");
    assertThat(recovered.body().at("/lost/session.terminated").asInt()).isEqualTo(1);
    assertThat(log())
        .startsWith("[loop-sentinel] telemetry.webhooks[0]: no answer within ")
        .contains(LOST);
  }

  @Test
  void doesNotRetryRejectedAlerts() throws InterruptedException {
    receiver.then(404).then(302, Map.of("Location", receiver.address("/elsewhere").toString()));
    Webhook webhook = webhook();

    webhook.accept(terminated("one"));
    webhook.accept(terminated("two"));
    webhook.accept(terminated("three"));

    assertThat(List.of(reason(receiver.next()), reason(receiver.next())))
        .containsExactly("one", "two");
    Request third = receiver.next();
    assertThat(third.path()).isEqualTo("/hook/SECRET-PATH");
    assertThat(third.body().at("/lost/session.terminated").asInt()).isEqualTo(2);
    assertThat(log())
        .contains("telemetry.webhooks[0]: the receiver answered with status 404" + LOST)
        .contains("telemetry.webhooks[0]: the receiver answered with status 302" + LOST);
  }

  @Test
  void suppressesAlertsOverTheLimitAndReportsTheirTypes() throws InterruptedException {
    perMinute = 2;
    Webhook webhook = webhook();
    webhook.accept(terminated("one"));
    webhook.accept(terminated("two"));
    assertThat(reasons(2)).containsExactly("one", "two");

    webhook.accept(terminated("three"));
    webhook.accept(event(LoopEvent.Type.BUDGET_EXCEEDED, "search", "four"));
    webhook.accept(terminated("five"));
    finish(webhook);

    JsonNode summary = receiver.next().body();
    assertThat(summary.at("/type").asText()).isEqualTo(AlertBody.MISSED);
    assertThat(summary.at("/held_back/session.terminated").asInt()).isEqualTo(2);
    assertThat(summary.at("/held_back/budget.exceeded").asInt()).isEqualTo(1);
    assertThat(receiver.unread()).isZero();
  }

  @Test
  void reportsSuppressedAlertsInTheNextMinute() throws InterruptedException {
    perMinute = 1;
    Webhook webhook = webhook();
    webhook.accept(terminated("one"));
    assertThat(reason(receiver.next())).isEqualTo("one");
    webhook.accept(terminated("two"));
    // The clock is read when a webhook is made, and when an event is judged.
    clockRead.acquire(3);

    clock.addAndGet(TimeUnit.MINUTES.toNanos(1));
    webhook.accept(terminated("three"));

    JsonNode next = receiver.next().body();
    assertThat(next.at("/reason").asText()).isEqualTo("three");
    assertThat(next.at("/held_back/session.terminated").asInt()).isEqualTo(1);
  }

  @Test
  void leavesAReceiverAloneThatAsksForIt() throws InterruptedException {
    receiver.then(503, Map.of("Retry-After", "600"));
    Webhook webhook = webhook();

    webhook.accept(terminated("one"));
    assertThat(reason(receiver.next())).isEqualTo("one");
    webhook.accept(terminated("two"));
    finish(webhook);

    JsonNode summary = receiver.next().body();
    assertThat(summary.at("/lost/session.terminated").asInt()).isEqualTo(1);
    assertThat(summary.at("/held_back/session.terminated").asInt()).isEqualTo(1);
  }

  @Test
  void dropsAndReportsEventsIfTheQueueIsFull() throws InterruptedException {
    CountDownLatch mayGoOn = new CountDownLatch(1);
    receiver.thenWaitsFor(mayGoOn);
    Webhook webhook = webhook();
    webhook.accept(terminated("first"));
    assertThat(reason(receiver.next())).isEqualTo("first");

    IntStream.range(0, Webhook.CAPACITY + 7).forEach(i -> webhook.accept(terminated("event " + i)));
    mayGoOn.countDown();

    JsonNode second = receiver.next().body();
    assertThat(second.at("/reason").asText()).isEqualTo("event 0");
    assertThat(second.at("/lost/session.terminated").asInt()).isEqualTo(7);
  }

  @Test
  void goesThroughAProxy() throws InterruptedException {
    proxy = receiver.socket();
    address = URI.create("http://alerts.invalid/hook");
    Webhook webhook = webhook();

    webhook.accept(terminated("one"));

    assertThat(receiver.next().path()).isEqualTo("http://alerts.invalid/hook");
  }

  @Test
  void showsNoSecretInAnyFailure() throws InterruptedException {
    Webhook webhook = webhook();
    receiver.close();

    webhook.accept(terminated("one"));
    finish(webhook);

    assertThat(log())
        .contains("telemetry.webhooks[0]: failed with java.net.ConnectException")
        .doesNotContain("SECRET");
    assertThat(settings().toString()).isEqualTo("telemetry.webhooks[0]");
  }

  @Test
  void saysWhetherItWasClosedOrTheJvmEndedTooEarly() throws InterruptedException {
    patience = SHORT;
    CountDownLatch mayGoOn = new CountDownLatch(1);
    receiver.thenWaitsFor(mayGoOn);
    Webhook webhook = webhook();
    webhook.accept(terminated("one"));
    assertThat(reason(receiver.next())).isEqualTo("one");

    finish(webhook);
    String closed = log();
    webhook.exit();
    mayGoOn.countDown();

    assertThat(closed)
        .isEqualTo(
            "[loop-sentinel] telemetry.webhooks[0]: it was closed before all alerts were"
                + " delivered; the others are lost");
    assertThat(log()).contains("telemetry.webhooks[0]: the JVM ended before all alerts were");
  }

  private Webhook webhook() {
    Webhook webhook =
        new Webhook(
            settings(),
            new AlertWriter(AlertBody.JSON, () -> new ServiceInstance("shop", "host-1", 42)),
            null,
            MainThread.running(),
            failures,
            SHORT,
            patience,
            this::nanoTime);
    unfinished.add(webhook);
    return webhook;
  }

  private long nanoTime() {
    long now = clock.get();
    clockRead.release();
    return now;
  }

  private WebhookSettings settings() {
    return new WebhookSettings(
        "telemetry.webhooks[0]",
        address,
        "json",
        Set.of(
            LoopEvent.Type.SESSION_TERMINATED,
            LoopEvent.Type.BUDGET_EXCEEDED,
            LoopEvent.Type.CALL_WAITING),
        timeout,
        3,
        perMinute,
        answerLinks,
        null,
        proxy,
        Map.of("Authorization", "SECRET-TOKEN"));
  }

  private void finish(Webhook webhook) throws InterruptedException {
    unfinished.remove(webhook);
    webhook.finish();
    webhook.close();
  }

  private List<String> reasons(int count) throws InterruptedException {
    String[] reasons = new String[count];
    for (int i = 0; i < count; i++) {
      reasons[i] = reason(receiver.next());
    }
    return List.of(reasons);
  }

  private static String reason(Request request) {
    return request.body().at("/reason").asText();
  }

  private String log() {
    return LogText.of(lines).strip();
  }
}
