package io.loopsentinel.agent.telemetry.webhook;

import static io.loopsentinel.agent.telemetry.webhook.Alerts.event;
import static io.loopsentinel.agent.telemetry.webhook.Alerts.terminated;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.LoopEvent;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import io.loopsentinel.targets.config.WebhookSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The body of an alert, also with names that a model invented. */
class AlertBodyTest {

  @Test
  void hasAFormatOfEachNameInTheSettings() {
    assertThat(WebhookSettings.FORMATS)
        .hasSameSizeAs(AlertBody.values())
        .allSatisfy(name -> assertThat(AlertBody.named(name)).isPresent());
  }

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final ServiceInstance INSTANCE = new ServiceInstance("shop", "host-1", 42);
  private static final Map<String, Long> HELD_BACK = Map.of("loop.detected", 2L);
  private static final Map<String, Long> LOST = Map.of("agent.error", 1L);

  @ParameterizedTest
  @EnumSource(
      value = AlertBody.class,
      names = {"SLACK", "DISCORD"})
  void titleNamesTheSpentBudget(AlertBody body) {
    String reason = "budget daily of user ann is spent: 2.05 of 2.00 USD";
    Map<String, Object> values = Map.of("type", "budget.exceeded", "reason", reason);

    assertThat(body.apply(new Alert(values, INSTANCE, Map.of(), Map.of())))
        .contains("Loop Sentinel: Budget daily of user ann is spent")
        .doesNotContainIgnoringCase("reason");
  }

  @ParameterizedTest
  @EnumSource(
      value = AlertBody.class,
      names = {"SLACK", "DISCORD"})
  void saysWhoseCallItWasAndWhatEnforceWouldDo(AlertBody body) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("type", "loop.detected");
    values.put("labels", Map.of("user", "<@ann>"));
    values.put("steps", List.of("read 1", "write 2"));
    values.putAll(Map.of("detector", "cycle", "rung", 1, "action", "observe", "would", "hint"));

    assertThat(body.apply(new Alert(values, INSTANCE, Map.of(), Map.of())))
        .contains("user: ", "ann", "action observe; mode enforce would: hint")
        .doesNotContain("<@ann>", "read 1");

    // when: a person has to decide, who also sees the arguments
    values.put("question", "7");
    String question = body.apply(new Alert(values, INSTANCE, Map.of(), Map.of()));

    assertThat(question).contains("step 1: read 1\\nstep 2: write 2");
  }

  @Test
  void writesAnEventAsJsonThatCanBeReadBack() throws IOException {
    LoopEvent event = terminated("search called again after 3 matching calls");

    String body = AlertBody.JSON.apply(new Alert(event.toMap(), INSTANCE, HELD_BACK, LOST));

    Map<String, Object> values = JSON.readValue(body, new TypeReference<>() {});
    assertThat(LoopEvent.of(values)).isEqualTo(event);
    assertThat(values)
        .containsEntry("service", "shop")
        .containsEntry("host", "host-1")
        .containsEntry("pid", 42)
        .containsEntry("instance", ServiceInstance.ID)
        .containsEntry("held_back", Map.of("loop.detected", 2))
        .containsEntry("lost", Map.of("agent.error", 1));
  }

  @Test
  void writesLinesForSlack() throws IOException {
    JsonNode body = written(AlertBody.SLACK, terminated("called again"), HELD_BACK, LOST);

    assertThat(body.get("text").asText())
        .isEqualTo(
            """
            Loop Sentinel: session.terminated
            service: shop on host-1 (process 42)
            held back by per_minute: 2 loop.detected
            not delivered: 1 agent.error
            calls stopped so far: 5
            session: conversation 7
            tool: search
            target: acme
            reason: called again
            detector repeat, finding 3, action terminate\
            """);
    assertThat(body.get("mrkdwn").asBoolean(true)).isFalse();
    assertThat(body.get("unfurl_links").asBoolean(true)).isFalse();
  }

  @Test
  void leavesSlackNoMarkUpInNames() throws IOException {
    assertThat(textOf(AlertBody.SLACK, "<!everyone> & <https://evil.example|here> `x` @here"))
        .contains(
            "tool: &lt;!everyone&gt; &amp; &lt;https://evil.example|here&gt; 'x' @\u200bhere\n");
  }

  @Test
  void leavesDiscordNoMarkUpAndNoMentionsInNames() throws IOException {
    JsonNode body =
        written(
            AlertBody.DISCORD,
            event(
                LoopEvent.Type.LOOP_DETECTED,
                "@everyone **b** `x` [a](http://e) <@1> # ||s||",
                "r"),
            Map.of(),
            Map.of());

    assertThat(body.get("content").asText())
        .contains(
            "tool: @\u200beveryone \\*\\*b\\*\\* \\`x\\` \\[a\\]\\(http\\://e\\) \\<@\u200b1\\>"
                + " \\# \\|\\|s\\|\\|\n");
    assertThat(body.at("/allowed_mentions/parse").size()).isZero();
    assertThat(body.at("/allowed_mentions").isObject()).isTrue();
    assertThat(body.get("flags").asInt()).isEqualTo(4);
  }

  @ParameterizedTest
  @CsvSource({
    "SLACK, /blocks/1/elements/0/url, LINK",
    "SLACK, /blocks/1/elements/0/text/text, Let it run",
    "SLACK, /text, Let it run: LINK",
    "DISCORD, /content, [Let it run](LINK)",
    "TEAMS, /attachments/0/content/actions/0/url, LINK",
    "TEAMS, /attachments/0/content/actions/0/title, Let it run",
  })
  void hasButtonsWithLinksUnchangedBeforeTextThatMayBeCut(
      AlertBody body, String pointer, String expected) throws IOException {
    Map<String, Object> values =
        new LinkedHashMap<>(
            event(LoopEvent.Type.CALL_WAITING, "*".repeat(3_000), "*".repeat(3_000)).toMap());
    values.put("answer_links", Map.of("run", "https://ops.example/link/7/run/1/ab-c_d"));

    JsonNode written = JSON.readTree(body.apply(new Alert(values, INSTANCE, Map.of(), Map.of())));

    assertThat(written.at(pointer).asText())
        .contains(expected.replace("LINK", "https://ops.example/link/7/run/1/ab-c_d"));
  }

  @ParameterizedTest
  @EnumSource
  void makesControlCharactersHarmless(AlertBody body) {
    String name = "a\u001b[2Jb\r\nforged: line\u0000\u202e\u2028\uD800";

    String written =
        body.apply(
            new Alert(
                event(LoopEvent.Type.LOOP_DETECTED, name, name).toMap(),
                INSTANCE,
                HELD_BACK,
                LOST));

    assertThat(textValues(written))
        .anyMatch(value -> value.contains("forged"))
        .allSatisfy(
            value ->
                assertThat(value)
                    .doesNotContain(
                        "\u001b", "\r", "\nforged", "\u0000", "\u202e", "\u2028", "\uD800"));
  }

  @ParameterizedTest
  @EnumSource
  void cutsVeryLongNames(AlertBody body) {
    String name = "\uD83D\uDE00*`".repeat(300_000);

    String written =
        body.apply(
            new Alert(
                event(LoopEvent.Type.LOOP_DETECTED, name, name).toMap(),
                INSTANCE,
                HELD_BACK,
                LOST));

    assertThat(written.length()).isLessThan(8_000);
    assertThat(
            AlertBody.DISCORD.apply(
                new Alert(
                    event(LoopEvent.Type.LOOP_DETECTED, name, name).toMap(),
                    INSTANCE,
                    HELD_BACK,
                    LOST)))
        .contains("2 loop.detected");
    assertThat(textValues(written)).noneMatch(value -> value.contains("*`".repeat(600)));
  }

  @Test
  void keepsToTheLengthThatDiscordTakes() throws IOException {
    String name = "\u001b*".repeat(10_000);

    String text = textOf(AlertBody.DISCORD, name);

    assertThat(text.length()).isBetween(1_900, 2_000);
  }

  private static String textOf(AlertBody body, String name) throws IOException {
    JsonNode written =
        written(body, event(LoopEvent.Type.LOOP_DETECTED, name, name), Map.of(), Map.of());
    return written.path(written.has("text") ? "text" : "content").asText();
  }

  private static JsonNode written(
      AlertBody body, LoopEvent event, Map<String, Long> heldBack, Map<String, Long> lost)
      throws IOException {
    return JSON.readTree(body.apply(new Alert(event.toMap(), INSTANCE, heldBack, lost)));
  }

  private static List<String> textValues(String written) {
    try {
      return values(JSON.readTree(written)).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("no JSON", e);
    }
  }

  private static Stream<String> values(JsonNode node) {
    return node.isContainerNode()
        ? StreamSupport.stream(node.spliterator(), false).flatMap(AlertBodyTest::values)
        : Stream.of(node.asText());
  }
}
