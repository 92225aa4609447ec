package io.loopsentinel.agent.telemetry.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.LoopEvent;
import io.loopsentinel.LoopEventBuilder;
import java.net.URI;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerLinkTest {

  private static final Instant EXPIRES = Instant.ofEpochMilli(1_795_336_872_870L);
  private static final AnswerLink LINK = new AnswerLink("7", "hint", EXPIRES);

  @ParameterizedTest
  @ValueSource(strings = {"https://ops.example/sentinel", "https://ops.example/sentinel/"})
  void isMadeForEachAnswer(String base) {
    LoopEvent.Question question = LoopEventBuilder.question("7", EXPIRES, "abort", null, null);

    Map<String, String> links = AnswerLink.forQuestion(question, URI.create(base));

    assertThat(links).containsOnlyKeys("run", "hint", "abort");
    assertThat(links.get("hint"))
        .isEqualTo("https://ops.example/sentinel" + LINK.path())
        .matches("https://ops.example/sentinel/link/7/hint/1795336872870/[0-9a-f]{64}");
  }

  @Test
  void isReadBack() {
    assertThat(AnswerLink.of(LINK.path())).isEqualTo(LINK);
  }

  @ParameterizedTest
  @CsvSource({
    "/hint/, /run/",
    "/link/7/, /link/8/",
    "1795336872870, 1795336872871",
    "/link/7/hint/, /link/7/hint/0",
  })
  void isNoneOnceItWasChanged(String part, String other) {
    assertThat(AnswerLink.of(LINK.path().replace(part, other))).isNull();
  }

  @Test
  void isNoneWithoutItsWholeSignature() {
    String path = LINK.path();

    assertThat(AnswerLink.of(path.substring(0, path.length() - 1))).isNull();
    assertThat(AnswerLink.of(path.substring(0, path.length() - 64) + "0".repeat(64))).isNull();
    assertThat(AnswerLink.of(path + "/")).isNull();
    assertThat(AnswerLink.of("/link/")).isNull();
  }
}
