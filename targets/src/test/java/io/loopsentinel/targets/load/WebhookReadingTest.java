package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.targets.config.WebhookSettings;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The list {@code telemetry.webhooks}. */
class WebhookReadingTest {

  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "ALERT_URL", "https://alerts.example/S3CRET\n",
          "ALERT_TOKEN", "S3CRET",
          "BROKEN", "S3CRET is no address",
          "LINES", "S3CRET\nS3CRET",
          "EMPTY", " ");

  @TempDir private File folder;

  @Test
  void takesSecretsFromTheEnvironment() throws IOException {
    // when
    SentinelConfig config =
        Configs.loaded(
                read(
                    "{url: \"${ALERT_URL}\", format: discord, events: [loop.detected], timeout:"
                        + " 1m30s, retries: 0, per_minute: 5, report: daily, report_hour: 7, proxy:"
                        + " \"proxy.example:3128\", headers: {Authorization: \"Bearer"
                        + " ${ALERT_TOKEN}\", X-Team: agents}}"))
            .config();

    // then
    WebhookSettings webhook = config.telemetry().webhooks().get(0);
    assertThat(webhook.address()).isEqualTo(URI.create("https://alerts.example/S3CRET"));
    assertThat(webhook.format()).isEqualTo("discord");
    assertThat(webhook.events()).containsExactly(LoopEvent.Type.LOOP_DETECTED);
    assertThat(webhook.timeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(webhook.retries()).isZero();
    assertThat(webhook.perMinute()).isEqualTo(5);
    assertThat(webhook.reportHour()).isEqualTo(7);
    assertThat(webhook.proxy())
        .isEqualTo(InetSocketAddress.createUnresolved("proxy.example", 3128));
    assertThat(webhook.headers())
        .containsEntry("Authorization", "Bearer S3CRET")
        .containsEntry("X-Team", "agents");
    assertThat(config.toString()).contains("telemetry.webhooks[0]").doesNotContain("S3CRET");
  }

  @Test
  void hasDefaults() throws IOException {
    // when
    SentinelConfig config = Configs.loaded(read("{url: \"https://alerts.example/a\"}")).config();

    // then
    WebhookSettings webhook = config.telemetry().webhooks().get(0);
    assertThat(webhook.format()).isEqualTo("json");
    assertThat(webhook.events())
        .containsExactlyInAnyOrder(
            LoopEvent.Type.LOOP_ESCALATED,
            LoopEvent.Type.BUDGET_EXCEEDED,
            LoopEvent.Type.BUDGET_WARNED,
            LoopEvent.Type.CALL_WAITING,
            LoopEvent.Type.PROVIDER_UNAVAILABLE,
            LoopEvent.Type.PROVIDER_RECOVERED,
            LoopEvent.Type.STORE_UNAVAILABLE,
            LoopEvent.Type.STORE_RECOVERED,
            LoopEvent.Type.AGENT_ERROR);
    assertThat(webhook.timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(webhook.retries()).isEqualTo(3);
    assertThat(webhook.perMinute()).isEqualTo(20);
    assertThat(webhook.answerLinks()).isNull();
    assertThat(webhook.reportHour()).isNull();
    assertThat(webhook.proxy()).isNull();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      textBlock =
          """
          {format: slack}                                                             | telemetry.webhooks[0] lacks the key "url"
          https://S3CRET                                                              | telemetry.webhooks[0]: expected a mapping of keys
          {url: "https://a.example/", report: hourly}                                 | telemetry.webhooks[0].report: expected daily or none
          {url: "S3CRET"}                                                             | telemetry.webhooks[0].url: expected an address
          {url: "ftp://S3CRET"}                                                       | telemetry.webhooks[0].url: expected an address
          {url: "https://user:S3CRET@a.example/"}                                     | telemetry.webhooks[0].url: expected an address
          {url: "https://a.example:65536/"}                                           | telemetry.webhooks[0].url: expected an address
          {url: "${BROKEN}"}                                                          | telemetry.webhooks[0].url: expected an address
          {url: [https://S3CRET]}                                                     | telemetry.webhooks[0].url: expected a string
          {url: "${ABSENT}"}                                                          | the environment variable ABSENT is not set
          {url: "${EMPTY}"}                                                           | the environment variable EMPTY is not set
          {url: "https://a.example/${"}                                               | expected the name of an environment variable
          {url: "https://hooks.slack.com/S3CRET", format: slack}                      | telemetry.webhooks[0].url: this address is a secret
          {url: "https://a.example", proxy: "S3CRET"}                                 | telemetry.webhooks[0].proxy: expected a host and a port
          {url: "https://a.example", proxy: "user:S3CRET@a:80"}                       | telemetry.webhooks[0].proxy: expected a host and a port
          {url: "https://a.example", headers: "Authorization S3CRET"}                 | telemetry.webhooks[0].headers: expected a mapping
          {url: "https://a.example", headers: {Authorization: "Bearer S3CRET"}}       | telemetry.webhooks[0].headers.Authorization: expected an environment variable
          {url: "https://a.example", headers: {X-Api-Key: "S3CRET"}}                  | telemetry.webhooks[0].headers.X-Api-Key: expected an environment variable
          {url: "https://a.example", headers: {Authorization: "${LINES}"}}            | telemetry.webhooks[0].headers.Authorization: expected one line
          {url: "https://a.example", headers: {Host: "S3CRET"}}                       | telemetry.webhooks[0].headers: a header with this name
          {url: "https://a.example", timeout: 6m}                                     | telemetry.webhooks[0].timeout: expected a time from 1s to 5m
          {url: "https://a.example", retries: 11}                                     | telemetry.webhooks[0].retries: expected a whole number from 0 to 10
          {url: "https://a.example", events: [loop.found]}                            | telemetry.webhooks[0].events: expected loop.detected
          {url: "https://a.example", format: pager}                                   | telemetry.webhooks[0].format: expected json, slack, discord or teams
          {url: "https://a.example", answer_links: "https://u:S3CRET@a.example"}      | telemetry.webhooks[0].answer_links: expected an address such as https://ops.example.com/sentinel
          {url: "https://a.example", answer_links: "https://a.example?S3CRET"}        | telemetry.webhooks[0].answer_links: expected an address without a query
          {url: "https://a.example", answer_links: "https://ops.example"}             | telemetry.webhooks[0].answer_links needs the live page: set telemetry.page.port
          """)
  void refusesWithoutShowingASecret(String webhook, String message) throws IOException {
    // when
    ConfigResult result = read(webhook);

    // then
    assertThat(Configs.problems(result))
        .singleElement()
        .asString()
        .contains(":1:")
        .contains(message)
        .doesNotContain("S3CRET");
  }

  @Test
  void sendsLinksToTheLivePage() {
    // when
    SentinelConfig config =
        Configs.valid(
            "sentinel: {telemetry: {page: {port: 0}, webhooks: [{url: \"https://a.example\","
                + " answer_links: \"https://ops.example/sentinel\"}]}}");

    // then
    assertThat(config.telemetry().webhooks().get(0).answerLinks())
        .isEqualTo(URI.create("https://ops.example/sentinel"));
  }

  @Test
  void omitsWebhooksWithUnresolvedVariables() {
    // when
    SentinelConfig config =
        Configs.valid("sentinel: {telemetry: {webhooks: [{url: \"${ALERT_URL}\"}]}}");

    // then
    assertThat(config.telemetry().webhooks()).isEmpty();
  }

  private ConfigResult read(String webhook) throws IOException {
    File file = new File(folder, "c.yaml");
    Files.writeString(file.toPath(), "sentinel: {telemetry: {webhooks: [" + webhook + "]}}");
    return Configs.load(file.getPath(), Map.of(), ENVIRONMENT);
  }
}
