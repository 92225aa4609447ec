package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.SentinelConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemplateReadingTest {

  private static final String UNKNOWN =
      "unknown placeholder {cuont}, did you mean {count}?; available: {tool}, {count}, {threshold},"
          + " {args}, {cycle}, {reason}, {suggest} and {session}";

  @Test
  void keepsTheTextOfATemplate() {
    String template = "{tool} {count} {threshold} {args} {cycle} {reason} {suggest} {session}";

    SentinelConfig config = Configs.valid("sentinel: {default: {message: \"" + template + "\"}}");

    assertThat(config.engine().defaults().texts().message()).isEqualTo(template);
  }

  @Test
  void leavesBracesAloneThatHoldNoName() {
    SentinelConfig config =
        Configs.valid("sentinel: {default: {message: '{\"status\": \"{tool}\", \"n\": {}}'}}");

    assertThat(config.engine().defaults().texts().message())
        .isEqualTo("{\"status\": \"{tool}\", \"n\": {}}");
  }

  /** A place is where the character was written, which quotes and escapes push to the right. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          Stop {cuont}          | 3:19
          'it''s {cuont}'       | 3:21
          "say \\"no\\" {cuont}"    | 3:26
          "tab\\t\\x41\\u00e4{cuont}" | 3:30
          "😀 {cuont}"          | 3:17
          """)
  void showsWhereAnUnknownPlaceholderStands(String written, String place) {
    String yaml = "sentinel:\n  default:\n    message: " + written + "\n";

    assertThat(Configs.problems(yaml))
        .containsExactly("file.yaml:" + place + ": default.message: " + UNKNOWN);
  }

  @Test
  void showsWhereAnUnknownPlaceholderStandsInABlock() {
    String yaml = "sentinel:\n  default:\n    message: |\n\n      Stop {cuont}\n      now\n";

    assertThat(Configs.problems(yaml))
        .containsExactly("file.yaml:5:12: default.message: " + UNKNOWN);
  }

  @Test
  void showsWhereATextBeginsIfThePlaceholderStandsOnALaterLine() {
    String yaml = "sentinel:\n  default:\n    message: >-\n      Stop\n      {cuont}\n";

    assertThat(Configs.problems(yaml))
        .containsExactly("file.yaml:4:7: default.message: " + UNKNOWN);
  }
}
