package io.loopsentinel.agent.telemetry.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import io.loopsentinel.agent.telemetry.ServiceInstance;
import java.io.IOException;
import java.net.URI;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The limits that chat services publish: they refuse a message beyond one, so that it would be
 * lost. The texts are long, and of characters that take much room.
 */
class AlertLimitsTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final URI PAGE = URI.create("https://ops.example.com/" + "sentinel/".repeat(30));

  private static final List<String> CHARACTERS =
      List.of(
          "a", "*", "&", "<@1>", "\"", "\\", "\u6f22", "\ud83d\ude00", "\ud800", "\u0001", "\n");

  @ParameterizedTest
  @MethodSource("alerts")
  void areKeptForSlack(Alert alert) throws IOException {
    JsonNode message = JSON.readTree(AlertBody.SLACK.apply(alert));

    assertWhole(message.at("/text").asText(), 3_000);
    assertWhole(message.at("/blocks/0/text/text").asText(), 3_000);
    assertThat(message.at("/blocks/1/elements")).hasSize(3);
    assertThat(message.at("/blocks/1/elements"))
        .allSatisfy(
            button -> {
              assertThat(button.at("/text/text").asText()).hasSizeBetween(1, 75);
              assertThat(button.at("/url").asText()).hasSizeLessThanOrEqualTo(3_000);
            });
  }

  @ParameterizedTest
  @MethodSource("alerts")
  void areKeptForDiscord(Alert alert) throws IOException {
    JsonNode message = JSON.readTree(AlertBody.DISCORD.apply(alert));

    assertWhole(message.at("/content").asText(), 2_000);
    assertThat(links(alert))
        .allSatisfy(link -> assertThat(message.at("/content").asText()).contains(link + ")"));
  }

  @ParameterizedTest
  @MethodSource("alerts")
  void areKeptForTeams(Alert alert) throws IOException {
    String message = AlertBody.TEAMS.apply(alert);
    JsonNode card = JSON.readTree(message).at("/attachments/0/content");

    assertThat(message.getBytes(UTF_8)).hasSizeLessThan(21_000);
    assertThat(card.at("/actions").findValuesAsText("url")).containsExactlyElementsOf(links(alert));
    assertThat(card.at("/body").findValuesAsText("text")).noneMatch(String::isEmpty);
  }

  static Stream<Alert> alerts() {
    return IntStream.range(0, 40).mapToObj(seed -> alert(new Random(seed)));
  }

  private static Alert alert(Random random) {
    LoopEvent.Question question =
        LoopEventBuilder.question("7", Instant.EPOCH, "abort", null, null);
    Map<String, String> labels =
        IntStream.range(0, 8)
            .boxed()
            .collect(Collectors.toMap(i -> i + text(random), i -> text(random)));
    Map<String, Object> values =
        new HashMap<>(
            new LoopEventBuilder(LoopEvent.Type.CALL_WAITING, text(random))
                .session(text(random))
                .tool(text(random))
                .target(text(random))
                .labels(labels)
                .loop(text(random), "00ff", List.of(text(random)))
                .steps(Stream.generate(() -> text(random)).limit(20).toList())
                .found(1, 3, 3)
                .action("ask", null)
                .question(question)
                .arguments(text(random))
                .build()
                .toMap());
    values.put(AnswerLink.MEMBER, AnswerLink.forQuestion(question, PAGE));
    Map<String, Long> missed =
        Stream.of(LoopEvent.Type.values()).collect(Collectors.toMap(LoopEvent.Type::text, i -> 9L));
    return new Alert(values, new ServiceInstance(text(random), text(random), 42), missed, missed);
  }

  /** Returns one character many times, or a mixture. */
  private static String text(Random random) {
    String one = CHARACTERS.get(random.nextInt(CHARACTERS.size()));
    boolean mixed = random.nextBoolean();
    return Stream.generate(() -> mixed ? CHARACTERS.get(random.nextInt(CHARACTERS.size())) : one)
        .limit(random.nextInt(3_000))
        .collect(Collectors.joining());
  }

  private static List<String> links(Alert alert) {
    return ((Map<?, ?>) Objects.requireNonNull(alert.values().get(AnswerLink.MEMBER)))
        .values().stream().map(Object::toString).toList();
  }

  /** Asserts that a text is not too long and was not cut within a character. */
  private static void assertWhole(String text, int maxLength) {
    assertThat(text).hasSizeBetween(1, maxLength);
    assertThat(UTF_8.newEncoder().canEncode(text)).isTrue();
  }
}
