package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.ConfigResult;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Overrides by the thousand, and with what cannot be seen in them. */
class ManyOverridesTest {

  @Test
  void areReadThoughTheyAreMany() {
    String overrides =
        IntStream.range(0, 16_000)
            .mapToObj(number -> "    tool_" + number + ": {threshold: 5}\n")
            .collect(Collectors.joining());

    assertThat(Configs.valid("sentinel:\n  overrides:\n" + overrides).engine().overrides())
        .hasSize(16_000);
  }

  @Tag("slow")
  @Test
  void areRefusedIfTooManyArePatterns() {
    String overrides =
        IntStream.range(0, 20_000)
            .mapToObj(
                number -> "    \"*%d%s\": {threshold: 5}\n".formatted(number, "*a".repeat(30)))
            .collect(Collectors.joining());

    assertThat(Configs.problems("sentinel:\n  overrides:\n" + overrides))
        .singleElement()
        .asString()
        .contains(
            "overrides: expected at most 1000 patterns with * or ?, found 20000; use fewer,"
                + " wider patterns, or exact names of tools, which have no such limit");
  }

  @Test
  void rejectsNamesOverTheMaximumLength() {
    assertThat(
            Configs.problems(
                "sentinel: {overrides: {\"%s\": {threshold: 5}}}".formatted("x".repeat(201))))
        .singleElement()
        .asString()
        .contains(
            "overrides: expected a name or pattern of at most 200 characters, found one of 201");
  }

  @Test
  void arePricesThatAreRefusedIfTooManyArePatterns() {
    String prices =
        IntStream.range(0, 1_001)
            .mapToObj(number -> "      \"model-%d-*\": {input: 1, output: 1}\n".formatted(number))
            .collect(Collectors.joining());

    assertThat(Configs.problems("sentinel:\n  budget:\n    cost_usd: 1\n    prices:\n" + prices))
        .singleElement()
        .asString()
        .contains("prices: expected at most 1000 patterns with * or ?, found 1001");
  }

  @Test
  void areWarnedOfIfAnotherGlobComesFirst() {
    ConfigResult result =
        Configs.loader()
            .read(
                "sentinel: {overrides: {'get_*': {threshold: 5}, 'get_?*': {threshold: 6}}}", "f");

    assertThat(((ConfigResult.Loaded) result).warnings().toString()).contains("is never used");
  }

  @Test
  void showCharactersThatCannotBeSeen() {
    ConfigResult result =
        Configs.loader().read("sentinel: {default: {thresh\u200bold: 3}}", "file.yaml");

    assertThat(((ConfigResult.Rejected) result).report())
        .contains("unknown key \"thresh\\u200bold\" in default; did you mean \"threshold\"?");
  }

  @Test
  void showCharactersThatCannotBeSeenInTheNamesOfTools() {
    assertThat(Configs.problems("sentinel: {overrides: {\"a\\e[31m\\u200b\": {threshold: x}}}"))
        .singleElement()
        .asString()
        .contains(": overrides.a\\u001b[31m\\u200b.threshold: expected a whole number");
  }

  @Test
  void reportAliasBriefly() {
    String overrides =
        IntStream.range(0, 40)
            .mapToObj(number -> "    tool_" + number + ": *policy\n")
            .collect(Collectors.joining());

    ConfigResult result =
        Configs.loader()
            .read(
                "sentinel:\n  overrides:\n    first: &policy {window_size: none}\n" + overrides,
                "file.yaml");

    assertThat(((ConfigResult.Rejected) result).problems()).hasSizeLessThan(10);
    assertThat(((ConfigResult.Rejected) result).report()).contains("more problems here");
  }
}
