package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.loopsentinel.targets.config.ConfigResult;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConfigProblemsTest {

  @Test
  void reportsAllProblemsOfAFileTogetherInItsOrder() {
    String yaml =
        """
        sentinel:
          mode: enforced
          default:
            treshold: 3
            window_size: "10"
          detectors:
            cycle: {min_period: 9}
          overrides:
            search: {exempt: yes}
        """;

    ConfigResult result = Configs.loader().read(yaml, "sentinel-config.yaml");

    assertThat(((ConfigResult.Rejected) result).report())
        .isEqualTo(
            """
            loop-sentinel: invalid configuration; 5 problems:
              sentinel-config.yaml:2:9: mode: expected enforce or observe, found the string "enforced"; did you mean "enforce"?
              sentinel-config.yaml:4:5: unknown key "treshold" in default; did you mean "threshold"?
              sentinel-config.yaml:5:18: default.window_size: expected a whole number from 1 to 1000000, found the string "10"; remove the quotes
              sentinel-config.yaml:7:25: detectors.cycle.min_period (9) must not be greater than max_period (8)
              sentinel-config.yaml:9:22: overrides.search.exempt: expected true or false, found the string "yes"
            Fix these, or set on_config_error: disable to start the application unguarded.\
            """);
  }

  @Test
  void tellsAnInvalidCapOnce() {
    String yaml = "sentinel:\n  budgets: [{name: daily, per: user, tool_calls: many}]\n";

    ConfigResult result = Configs.loader().read(yaml, "file.yaml");

    assertThat(((ConfigResult.Rejected) result).problems())
        .singleElement()
        .asString()
        .contains("budgets[0].tool_calls: expected a whole number");
  }

  @Test
  void printsFiftyProblemsAndHowManyMoreThereAre() {
    String overrides =
        IntStream.range(0, 60)
            .mapToObj(number -> "    tool_" + number + ": {exempt: yes}\n")
            .collect(Collectors.joining());

    ConfigResult result =
        Configs.loader().read("sentinel:\n  overrides:\n" + overrides, "file.yaml");

    assertThat(((ConfigResult.Rejected) result).report())
        .startsWith("loop-sentinel: invalid configuration; 60 problems:\n")
        .contains("tool_49.exempt", "\n  and 10 more\nFix these")
        .doesNotContain("tool_50.exempt");
  }

  @Test
  void saysThatTheApplicationStartsUnguardedWhereTheFileAsksForThat() {
    ConfigResult result =
        Configs.loader().read("sentinel: {on_config_error: disable, mode: 1}", "file.yaml");

    assertThat(((ConfigResult.Rejected) result).disableInstead()).isTrue();
    assertThat(((ConfigResult.Rejected) result).report())
        .isEqualTo(
            """
            loop-sentinel: invalid configuration; 1 problem:
              file.yaml:1:44: mode: expected enforce or observe, found 1
            The application starts unguarded because on_config_error is disable.\
            """);
  }

  @ParameterizedTest
  @MethodSource
  void namesUnknownKeysAndTheNearestOne(String yaml, String message) {
    assertThat(Configs.problems(yaml)).containsExactly("file.yaml:" + message);
  }

  static Stream<Arguments> namesUnknownKeysAndTheNearestOne() {
    return Stream.of(
        arguments(
            "sentinal: {}",
            "1:1: unknown key \"sentinal\" in the file; did you mean \"sentinel\"?"),
        arguments(
            "mode: observe\ndefault: {threshold: 3}",
            "1:1: put \"mode\" and \"default\" under the key \"sentinel\""),
        arguments(
            "sentinel: {overides: {}}",
            "1:12: unknown key \"overides\" in sentinel; did you mean \"overrides\"?"),
        arguments(
            "sentinel: {sessions: {size: 1}}",
            "1:23: unknown key \"size\" in sessions; expected max, idle_timeout, store or"
                + " on_store_error"),
        arguments(
            "sentinel: {webhooks: []}",
            "1:12: unknown key \"webhooks\" in sentinel; put it under the key \"telemetry\""),
        arguments(
            "sentinel: {detectors: {repeat: {threshold: 3}}}",
            "1:33: unknown key \"threshold\" in detectors.repeat; put it under the key \"default\""),
        arguments(
            "sentinel: {default: {budgets: []}}",
            "1:22: unknown key \"budgets\" in default; put it under the key \"sentinel\""),
        arguments(
            "sentinel: {default: {enabled: false}}",
            "1:22: unknown key \"enabled\" in default; expected threshold,"
                + " threshold_with_progress, window_size, progress, action, escalation, message,"
                + " message_style, identity or suggest"),
        arguments(
            "sentinel: {detectors: {similar_turn: {}}}",
            "1:24: unknown key \"similar_turn\" in detectors; did you mean \"similar_turns\"?"),
        arguments(
            "sentinel: {overrides: {a: {Threshold: 1}}}",
            "1:28: unknown key \"Threshold\" in overrides.a; did you mean \"threshold\"?"),
        arguments(
            "sentinel: {budget: {prices: {m: {input: 1, output: 2, inptu: 3}}}}",
            "1:55: unknown key \"inptu\" in budget.prices.m; did you mean \"input\"?"));
  }

  @ParameterizedTest
  @MethodSource
  void namesExpectedAndActualType(String content, String message) {
    assertThat(Configs.problems("sentinel: {" + content + "}"))
        .containsExactly("file.yaml:1:" + message);
  }

  static Stream<Arguments> namesExpectedAndActualType() {
    return Stream.of(
        arguments(
            "default: {threshold: }",
            "32: default.threshold: expected a whole number from 0 to 1000000, found nothing"),
        arguments(
            "default: {threshold: three}",
            "33: default.threshold: expected a whole number from 0 to 1000000, found the string"
                + " \"three\""),
        arguments(
            "default: {threshold: [3]}",
            "33: default.threshold: expected a whole number from 0 to 1000000, found a list"),
        arguments(
            "default: {threshold: 3.0}",
            "33: default.threshold: expected a whole number from 0 to 1000000, found 3.0"),
        arguments(
            "default: {threshold: 0x10}",
            "33: default.threshold: expected a whole number from 0 to 1000000, found the string"
                + " \"0x10\""),
        arguments(
            "default: {message: 404}",
            "31: default.message: expected a string, found 404; put it in quotes"),
        arguments(
            "default: {message: \"\"}",
            "31: default.message: expected a string, found an empty string"),
        arguments(
            "default: {message: \" \"}",
            "31: default.message: expected a string, found a string of blanks"),
        arguments(
            "telemetry: {sinks: {kafka: {}}}",
            "32: unknown key \"kafka\" in telemetry.sinks; only an extension adds keys to it, whose"
                + " jar is named under extensions"),
        arguments(
            "detectors: {repeat: {enabled: on}}",
            "42: detectors.repeat.enabled: expected true or false, found the string \"on\""),
        arguments(
            "detectors: {repeat: {enabled: \"true\"}}",
            "42: detectors.repeat.enabled: expected true or false, found the string \"true\";"
                + " remove the quotes"),
        arguments(
            "detectors: {repeat: false}",
            "32: detectors.repeat: expected a mapping of keys, found false"),
        arguments(
            "default: {escalation: hint}",
            "34: default.escalation: expected a list such as [hint, hint, abort], found the string"
                + " \"hint\""),
        arguments(
            "default: {escalation: []}",
            "34: default.escalation: expected at least one, such as [hint, hint, abort]"),
        arguments(
            "default: {escalation: [hint, abrot]}",
            "41: default.escalation: expected observe, warn, reuse, hint, ask, abort or terminate, found"
                + " the string \"abrot\"; did you mean \"abort\"?"),
        arguments("overrides: [a]", "23: overrides: expected a mapping of keys, found a list"),
        arguments(
            "targets: {a: 1}", "21: targets: expected a list (\"- name: ...\"), found a mapping"),
        arguments(
            "telemetry: {log: no}",
            "29: telemetry.log: expected off, error, warn, info or debug, found the string \"no\""),
        arguments(
            "profiles: langchain4j",
            "22: profiles: expected auto, none or a list such as [langchain4j], found the string"
                + " \"langchain4j\""));
  }

  @Test
  void takesANumberOfThousandsOfDigitsForAString() {
    assertThat(Configs.problems("sentinel: {budget: {tokens: " + "9".repeat(2_000) + "}}"))
        .containsExactly(
            "file.yaml:1:29: budget.tokens: expected a whole number from 1 to 1000000000000, or"
                + " none, found the string \""
                + "9".repeat(60)
                + " ...\"");
  }

  @ParameterizedTest
  @MethodSource
  void refusesImpossibleNumbers(String content, String message) {
    assertThat(Configs.problems("sentinel: {" + content + "}"))
        .containsExactly("file.yaml:1:" + message);
  }

  static Stream<Arguments> refusesImpossibleNumbers() {
    return Stream.of(
        arguments(
            "default: {threshold: -1}",
            "33: default.threshold: expected a whole number from 0 to 1000000, found -1"),
        arguments(
            "default: {window_size: 0}",
            "35: default.window_size: expected a whole number from 1 to 1000000, found 0"),
        arguments(
            "default: {window_size: 1000001}",
            "35: default.window_size: expected a whole number from 1 to 1000000, found 1000001"),
        arguments(
            "sessions: {max: 99999999999999999999}",
            "28: sessions.max: expected a whole number from 1 to 10000000, found"
                + " 99999999999999999999"),
        arguments(
            "sessions: {idle_timeout: 0s}",
            "37: sessions.idle_timeout: expected a time from 1s to 9999h such as 30m, 90s or"
                + " 1h30m, found the string \"0s\""),
        arguments(
            "sessions: {idle_timeout: 30}",
            "37: sessions.idle_timeout: expected a time from 1s to 9999h such as 30m, 90s or"
                + " 1h30m, found 30"),
        arguments(
            "detectors: {similar_calls: {similarity: 0}}",
            "52: detectors.similar_calls.similarity: expected a number above 0 and at most 1,"
                + " found 0"),
        arguments(
            "detectors: {similar_turns: {similarity: .nan}}",
            "52: detectors.similar_turns.similarity: expected a number above 0 and at most 1,"
                + " found the string \".nan\""),
        arguments(
            "detectors: {similar_turns: {similarity_by: pairs}}",
            "55: detectors.similar_turns.similarity_by: expected a similarity of an extension"
                + " (none has one; for minilm add loop-sentinel-embeddings.jar to extensions), or"
                + " none, found the string \"pairs\""),
        arguments(
            "detectors: {cycle: {max_period: 33}}",
            "44: detectors.cycle.max_period: expected a whole number from 1 to 32, found 33"),
        arguments(
            "detectors: {cycle: {repetitions: 1}}",
            "45: detectors.cycle.repetitions: expected a whole number from 2 to 1000, found 1"),
        arguments(
            "detectors: {error: {threshold: 0}}",
            "43: detectors.error.threshold: expected a whole number from 1 to 1000, found 0"),
        arguments(
            "detectors: {similar_turns: {compare_last: 51}}",
            "54: detectors.similar_turns.compare_last (51) must not be greater than history (50)"),
        arguments(
            "detectors: {similar_turns: {terminate_after: 2}}",
            "57: detectors.similar_turns.warn_after (3) must not be greater than terminate_after"
                + " (2)"),
        arguments(
            "budget: {tokens: 0}",
            "29: budget.tokens: expected a whole number from 1 to 1000000000000, or none, found"
                + " 0"),
        arguments(
            "budget: {cost_usd: 1e999}",
            "31: budget.cost_usd: expected a number above 0, or none, found 1e999"),
        arguments(
            "budget: {prices: {m: {input: -1, output: 0}}}",
            "41: budget.prices.m.input: expected a number from 0 up, found -1"),
        arguments(
            "budget: {prices: {m: {input: 1}}}", "33: budget.prices.m lacks the key \"output\""));
  }
}
