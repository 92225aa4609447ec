package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.loopsentinel.targets.config.SentinelConfig;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class YamlProblemsTest {

  @ParameterizedTest
  @MethodSource
  void givesOneClearMessage(String yaml, String message) {
    assertThat(Configs.problems(yaml)).containsExactly("file.yaml:" + message);
  }

  static Stream<Arguments> givesOneClearMessage() {
    return Stream.of(
        arguments("sentinel:\n\tmode: observe\n", "2:1: a tab cannot indent YAML; use spaces"),
        arguments(
            "sentinel:\n  default: {threshold: 3, threshold: 4}",
            "2:27: duplicate key \"threshold\"; it is already in line 2"),
        arguments(
            "sentinel:\n  mode: observe\n---\nsentinel: {}\n",
            "3:1: a second document begins here; a configuration is a single document"),
        arguments(
            "sentinel:\n  overrides:\n    *: {threshold: 1}\n",
            "3:5: *: refers to &:, which is not defined above; a string that begins with * must be"
                + " in quotes"),
        arguments(
            "sentinel:\n  default:\n    message: Stop: now\n",
            "3:18: a colon cannot stand here; put a string that contains \": \" in quotes"),
        arguments(
            "sentinel:\n  default:\n    threshold: 3\n   window_size: 4\n",
            "4:4: this line is not indented like the lines above"),
        arguments(
            "sentinel: {default: {escalation: *}}",
            "1:34: a string that begins with * must be in quotes, such as \"*\""),
        arguments(
            "sentinel:\n  default: {threshold: 3\n  mode: observe\n",
            "3:7: expected a comma or }; put a string that contains one of ,[]{} in quotes"),
        arguments("sentinel:\n  mo\u0007de: 1", "2:5: YAML does not allow the character U+0007"),
        arguments(
            "sentinel:\n  default: !!java.net.URL {}",
            "2:12: tags such as \"!!java.net.URL\" are not supported; write the value alone"),
        arguments(
            "sentinel:\n  overrides:\n    a: &a {}\n    b: {<<: *a}\n",
            "4:9: merge keys (<<) are not supported; write the keys out"),
        arguments(
            "sentinel: {overrides: {[a]: {}}}", "1:24: expected a name as the key, found a list"),
        arguments(
            "sentinel: {default: *other}",
            "1:21: *other refers to &other, which is not defined above; a string that begins with"
                + " * must be in quotes"),
        arguments(
            "sentinel: &a {default: *a}",
            "1:24: *a refers to &a, which is not defined above; a string that begins with * must"
                + " be in quotes"),
        arguments("- sentinel", "1:1: the file: expected a mapping of keys, found a list"));
  }

  @Test
  void stopsAtADocumentOfManyAliases() {
    StringBuilder chain = new StringBuilder("a0: &a0 [lol, lol]\n");
    for (int i = 1; i < 60; i++) {
      chain.append("a%d: &a%d [*a%d]\n".formatted(i, i, i - 1));
    }

    assertThat(Configs.problems(chain.toString()))
        .containsExactly("file.yaml:52:12: more than 50 aliases of lists and mappings");
  }

  @Test
  void stopsAtAValueThatUnfoldsToMillions() {
    StringBuilder bomb =
        new StringBuilder("sentinel: {overrides: {a: {identity: {defaults: {a0: &a0 [lol, lol]");
    for (int i = 1; i < 21; i++) {
      bomb.append(",\na%d: &a%d [*a%d, *a%d]".formatted(i, i, i - 1, i - 1));
    }

    assertThat(Configs.problems(bomb + "}}}}}"))
        .containsExactly("file.yaml:18:18: with its aliases the file has more than 1000000 values");
  }

  @Test
  void stopsAtADocumentThatIsNestedWithoutEnd() {
    assertThat(Configs.problems("sentinel: " + "[".repeat(100_000)))
        .containsExactly("file.yaml:1:30: lists and mappings are nested more than 20 deep here");
  }

  @Test
  void understandsAliases() {
    SentinelConfig config =
        Configs.valid(
            """
            sentinel:
              overrides:
                poll_job: &patient {threshold: 9}
                wait_for: *patient
            """);

    assertThat(config.engine().overrides())
        .extracting(override -> override.policy().limits().threshold())
        .containsExactly(9, 9);
  }

  @Test
  void takesADocumentOfNothingForTheDefaults() {
    assertThat(Configs.valid("# nothing\n---\n")).isEqualTo(SentinelConfig.DEFAULT);
    assertThat(Configs.valid("sentinel:")).isEqualTo(SentinelConfig.DEFAULT);
  }

  @Test
  void takesASectionOfWhichAllIsCommentedOutForTheDefaults() {
    assertThat(Configs.valid("sentinel:\n  default:\n  # threshold: 5\n  overrides:\n  targets:\n"))
        .isEqualTo(SentinelConfig.DEFAULT);
  }
}
