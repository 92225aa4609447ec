package io.loopsentinel.agent.telemetry.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.agent.telemetry.MainThread;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.agent.telemetry.event.Count;
import io.loopsentinel.agent.telemetry.event.Statistics;
import io.loopsentinel.engine.budget.Attribution;
import io.loopsentinel.targets.config.WebhookSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The daily report to a webhook. */
class DailyReportTest {

  private static final ServiceInstance INSTANCE = new ServiceInstance("shop", "shop-7d9f", 1);
  private static final Instant MIDNIGHT = Instant.parse("2026-11-22T00:00:00Z");

  private final Statistics statistics = new Statistics();
  private Instant now = MIDNIGHT;

  @Test
  void tellsOfADayWhenItIsOver() {
    DailyReport report = new DailyReport(statistics, () -> now, 0);
    dayOf(report);

    now = MIDNIGHT.plus(Duration.ofHours(24).minusMillis(1));
    boolean early = report.takeFinished().isPresent();
    now = MIDNIGHT.plus(Duration.ofHours(24));
    Map<String, Object> values = report.takeFinished().orElseThrow();

    assertThat(early).isFalse();
    assertThat(values)
        .containsEntry("calls", 250L)
        .containsEntry("calls_stopped", 14L)
        .containsEntry("loops", Map.of("billing-agent: search", 3L, "fetch", 1L));
    assertThat(values.get("cost_usd")).hasToString("12.5");
  }

  @Test
  void tellsOfEachDayByItself() {
    DailyReport report = new DailyReport(statistics, () -> now, 7);
    dayOf(report);
    now = Instant.parse("2026-11-22T07:00:30Z");
    report.takeFinished();
    statistics.count(Count.CALLS, "search");

    boolean again = report.takeFinished().isPresent();
    now = Instant.parse("2026-11-23T07:00:00Z");
    Map<String, Object> values = report.takeFinished().orElseThrow();

    assertThat(again).isFalse();
    assertThat(values)
        .containsEntry("from", "2026-11-22T07:00:30Z")
        .containsEntry("calls", 1L)
        .containsEntry("calls_stopped", 0L)
        .containsEntry("loops", Map.of())
        .containsEntry("note", "no costs are known: set telemetry.costs: true and budget.prices")
        .doesNotContainKey("cost_usd");
  }

  @Test
  void tellsOfTheNextDayIfTheClockIsSetBack() {
    now = MIDNIGHT.plus(Duration.ofDays(400));
    DailyReport report = new DailyReport(statistics, () -> now, 0);

    now = MIDNIGHT.plus(Duration.ofHours(1));
    boolean early = report.takeFinished().isPresent();
    now = MIDNIGHT.plus(Duration.ofHours(24));

    assertThat(early).isFalse();
    assertThat(report.takeFinished().orElseThrow()).containsEntry("from", "2026-11-22T01:00:00Z");
  }

  @Test
  void isWrittenAsThePageShows() throws IOException {
    DailyReport report = new DailyReport(statistics, () -> now, 0);
    dayOf(report);
    now = MIDNIGHT.plus(Duration.ofHours(24));
    Map<String, Object> values = report.takeFinished().orElseThrow();

    String page = Files.readString(Path.of("../docs/report.md"));
    for (AlertBody body : List.of(AlertBody.JSON, AlertBody.SLACK)) {
      String written = body.apply(new Alert(values, INSTANCE, Map.of(), Map.of()));
      assertThat(page).contains(written.replace(ServiceInstance.ID, "5f2c9a1b"));
    }
    assertThat(AlertBody.DISCORD.apply(new Alert(values, INSTANCE, Map.of(), Map.of())))
        .contains("loops: 3 billing\\\\-agent\\\\: search, 1 fetch");
  }

  @Test
  void isSentByItsWebhookAndNoOther() throws IOException, InterruptedException {
    Receiver receiver = new Receiver();
    DailyReport report = new DailyReport(statistics, () -> now, 0);
    Webhook webhook = webhook(receiver, report);
    Webhook other = webhook(receiver, null);
    now = MIDNIGHT.plus(Duration.ofHours(25));

    webhook.accept(loop("search", "billing-agent", 1));
    other.accept(loop("search", "billing-agent", 1));
    other.tick();
    webhook.tick();
    webhook.tick();

    JsonNode body = receiver.next().body();
    assertThat(body.get("type").asText()).isEqualTo("report.daily");
    assertThat(body.at("/loops/billing-agent: search").asInt()).isEqualTo(1);
    for (Webhook each : List.of(webhook, other)) {
      each.finish();
      each.close();
    }
    assertThat(receiver.unread()).isZero();
    receiver.close();
  }

  private void dayOf(DailyReport report) {
    IntStream.range(0, 250).forEach(i -> statistics.count(Count.CALLS, "search"));
    IntStream.range(0, 14).forEach(i -> statistics.stopped("search", "repeat", Attribution.NONE));
    statistics.turned("m", 6_400, null, Attribution.NONE);
    report.add(cost(12.4));
    report.add(cost(0.1));
    for (int i = 0; i < 3; i++) {
      report.add(loop("search", "billing-agent", 1));
      report.add(loop("search", "billing-agent", 2));
    }
    report.add(loop("fetch", "", 1));
    report.add(finding("before", "pay", "", 1));
    report.add(
        Alerts.event(
            LoopEvent.Type.BUDGET_WARNED,
            "search",
            "budgets.day.cost_usd is used up to 80 %: 8 of 10"));
  }

  private static LoopEvent loop(String tool, String agent, int rung) {
    return finding("repeat", tool, agent, rung);
  }

  private static LoopEvent finding(String detector, String tool, String agent, int rung) {
    Map<String, String> labels = agent.isEmpty() ? Map.of() : Map.of("agent", agent);
    return event(LoopEvent.Type.LOOP_DETECTED)
        .tool(tool)
        .labels(labels)
        .loop(detector, "ab", List.of(tool))
        .found(rung, 3, 3)
        .action("hint", null)
        .build();
  }

  private static LoopEvent cost(double usd) {
    return event(LoopEvent.Type.COST_ATTRIBUTED)
        .cost(LoopEventBuilder.cost("gpt-5", 3_000, 0, 200, usd))
        .build();
  }

  private static LoopEventBuilder event(LoopEvent.Type type) {
    return new LoopEventBuilder(type, "r")
        .time(MIDNIGHT)
        .session("c-7")
        .target("acme")
        .callsStopped(5);
  }

  private static Webhook webhook(Receiver receiver, @Nullable DailyReport report) {
    WebhookSettings settings =
        new WebhookSettings(
            "telemetry.webhooks[0]",
            receiver.address("/hook"),
            "json",
            Set.of(LoopEvent.Type.AGENT_ERROR),
            Duration.ofMinutes(1),
            3,
            20,
            null,
            0,
            null,
            Map.of());
    return new Webhook(
        settings,
        new AlertWriter(AlertBody.JSON, () -> INSTANCE),
        report,
        MainThread.running(),
        failure -> {});
  }
}
