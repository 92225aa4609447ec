package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.outcome.pattern.TableFile;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AcknowledgementTest {

  private final Outcomes reader = new Outcomes();

  @ParameterizedTest
  @MethodSource("examples")
  void eachFormOfTheTableIsRead(String example) {
    assertThat(isAcknowledgement(example)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  \n",
        "ok",
        "OK!",
        "true",
        "Done.",
        "null",
        "None",
        "[]",
        "{}",
        "0",
        "1",
        "\"ok\"",
        "(no output)",
        "Waiting for 3 seconds",
        "Record has been updated.",
        "{\"success\": true}",
      })
  void anAnswerThatOnlySaysDoneIsOne(String text) {
    assertThat(isAcknowledgement(text)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2",
        "42",
        "no match found in the index",
        "status: running",
        "{\"status\": \"ok\", \"progress\": 40}",
        "未找到任何航班",
        "не найдено",
        "[1, 2]",
        "token",
        "[File: /src/A.java (1 lines total)]",
      })
  void anAnswerThatSaysMoreIsNone(String text) {
    assertThat(isAcknowledgement(text)).isFalse();
  }

  @Test
  void aLongTextIsNone() {
    assertThat(isAcknowledgement("Successfully listed: " + "item, ".repeat(60))).isFalse();
  }

  @Test
  void whatAToolReturnsInsteadOfTextIsReadAlike() {
    assertThat(reader.read(null, null).acknowledgement()).isTrue();
    assertThat(reader.read(null, true).acknowledgement()).isTrue();
    assertThat(reader.read(null, List.of()).acknowledgement()).isTrue();
    assertThat(reader.read(null, Map.of("hits", 3)).acknowledgement()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "(Command completed with no output)",
        "Tool ran without output",
        "(Bash completed with no output)\n\n[metadata] {\"noOutputExpected\": false}",
      })
  void aSentenceInsteadOfTheOutputIsSilence(String text) {
    assertThat(reader.read(Map.of("k", 1), text).kind()).isEqualTo(Outcome.Kind.SILENCE);
  }

  private boolean isAcknowledgement(String text) {
    return reader.read(Map.of("k", 1), text).acknowledgement();
  }

  private static Stream<String> examples() {
    return TableFile.read("acknowledgements.txt", 3).stream().map(row -> row.get(1));
  }
}
