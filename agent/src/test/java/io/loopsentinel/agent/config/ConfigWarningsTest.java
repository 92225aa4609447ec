package io.loopsentinel.agent.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigWarningsTest {

  @ParameterizedTest
  @MethodSource
  void warnsOfContradictions(String content, String message) {
    assertThat(Configs.warnings("sentinel: {" + content + "}"))
        .containsExactly("file.yaml:1:" + message);
  }

  static Stream<Arguments> warnsOfContradictions() {
    return Stream.of(
        arguments(
            "default: {escalation: [hint, terminate, abort]}",
            "34: default.escalation: rungs after terminate are never reached because the session"
                + " has ended"),
        arguments(
            "detectors: {error: {escalation: [abort, hint]}}",
            "44: detectors.error.escalation: hint after abort makes the ladder milder as the loop"
                + " continues"),
        arguments(
            "default: {threshold: 11}",
            "33: default.threshold (11) can never be reached because only the last 10 calls are"
                + " compared; raise window_size"),
        arguments(
            "overrides: {a: {window_size: 2}}",
            "41: overrides.a.threshold (3) can never be reached because only the last 2 calls are"
                + " compared; raise window_size"),
        arguments(
            "default: {threshold_with_progress: 20}",
            "47: default.threshold_with_progress (20) can never be reached because only the last"
                + " 10 calls are compared; raise window_size"),
        arguments(
            "default: {threshold_with_progress: 2}",
            "47: default.threshold_with_progress (2) is below threshold (3): calls that make"
                + " progress are stopped sooner than calls that make none"),
        arguments(
            "default: {threshold: 1}",
            "33: default.threshold (1) makes the second identical call a finding, even if it is a"
                + " second look, a retry or a poll; use 2 or more if one of these can be"
                + " legitimate"),
        arguments(
            "overrides: {a: {threshold: 1}}",
            "39: overrides.a.threshold (1) makes the second identical call a finding, even if it"
                + " is a second look, a retry or a poll; use 2 or more if one of these can be"
                + " legitimate"),
        arguments(
            "detectors: {cycle: {enabled: false, repetitions: 3}}",
            "48: detectors.cycle.repetitions has no effect because the detector is off"),
        arguments(
            "overrides: {a: {exempt: true, threshold: 2}}",
            "42: overrides.a.threshold has no effect because the tool is exempt"),
        arguments(
            "overrides: {\"a*\": {}, \"a**\": {}}",
            "34: overrides.a** is never used because \"a*\" matches the same tools and comes"
                + " first"),
        arguments(
            "budget: {cost_usd: 1}",
            "31: budget.cost_usd has no effect without budget.prices, which say what tokens"
                + " cost"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "default: {escalation: [observe, warn, hint, hint, abort, terminate]}",
        "default: {threshold: 10}",
        "default: {threshold: 0, threshold_with_progress: 0}",
        "overrides: {search: {threshold: 2, window_size: 5}}",
        "overrides: {\"*\": {exempt: true}, \"get_*\": {}, get_user: {}}",
        "overrides: {\"*_user\": {}, \"get_*\": {}}",
        "detectors: {cycle: {min_period: 1}}"
      })
  void saysNothingOfWhatMakesSense(String content) {
    assertThat(Configs.warnings("sentinel: {" + content + "}")).isEmpty();
  }
}
