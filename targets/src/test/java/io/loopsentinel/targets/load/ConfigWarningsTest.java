package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.loopsentinel.targets.yaml.ConfigProblem;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
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
            "overrides: {a: {before: deny, max_calls: 3}}",
            "42: overrides.a.max_calls has no effect because before denies each call"),
        arguments(
            "overrides: {a: {before: ask, reuse: {ttl: 10m}}}",
            "41: overrides.a.reuse has no effect because before asks about each call"),
        arguments(
            "overrides: {a: {effect: once, reuse: {ttl: 10m}}}",
            "42: overrides.a.reuse has no effect beside effect: a tool that acts must run"),
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
            "overrides: {a: {progress: ignore, threshold_with_progress: 9}}",
            "71: overrides.a.threshold_with_progress has no effect, since progress: ignore compares no"
                + " results"),
        arguments(
            "default: {identity: {only: [q], descriptions: true}}",
            "58: default.identity.descriptions has no effect beside only, which says what counts"),
        arguments(
            "budgets: [{name: a, per: global, turns: 3, time_zone: UTC}]",
            "66: budgets[0].time_zone has no effect unless window is hour, day or month"),
        arguments(
            "telemetry: {log: \"off\", log_to: slf4j}",
            "44: telemetry.log_to has no effect, since telemetry.log is off"),
        arguments(
            "telemetry: {audit: {calls: true}}",
            "39: telemetry.audit.calls has no effect without telemetry.audit.file"),
        arguments(
            "telemetry: {audit: {max_size: 1MB}}",
            "42: telemetry.audit.max_size has no effect without telemetry.audit.file"),
        arguments(
            "telemetry: {audit: {max_files: 3}}",
            "43: telemetry.audit.max_files has no effect without telemetry.audit.file"),
        arguments(
            "telemetry: {jfr: {enabled: false, checks: true}}",
            "54: telemetry.jfr.checks has no effect, since telemetry.jfr.enabled is false"),
        arguments(
            "telemetry: {page: {host: localhost}}",
            "37: telemetry.page.host has no effect without telemetry.page.port"),
        arguments(
            "telemetry: {prometheus: {host: localhost}}",
            "43: telemetry.prometheus.host has no effect without telemetry.prometheus.port"),
        arguments(
            "telemetry: {webhooks: [{url: \"http://127.0.0.1:9/\", report_hour: 7}]}",
            "77: telemetry.webhooks[0].report_hour has no effect without report: daily"),
        arguments(
            "budget: {cost_usd: 1}",
            "31: budget.cost_usd has no effect without budget.prices, which say what tokens"
                + " cost"));
  }

  @Test
  void warnsOfAReloadWithoutAFile() {
    assertThat(
            Configs.loaded(Configs.load("reload=5s", Map.of(), Map.of())).warnings().stream()
                .map(ConfigProblem::toString))
        .containsExactly(
            "agent argument: reload has no effect, since there is no configuration file");
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
        "detectors: {cycle: {min_period: 1}}",
        "default: {progress: ignore, threshold_with_progress: 10}",
        "default: {progress: ignore}, overrides: {a: {progress: aware, threshold_with_progress: 9}}",
        "telemetry: {page: {port: 0, host: localhost}, audit: {file: a, max_files: 3}}",
        "telemetry: {jfr: {checks: true}}",
        "telemetry: {audit: {max_size: 10MB}, page: {port: none, host: 127.0.0.1}}",
        "telemetry: {webhooks: [{url: \"http://127.0.0.1:9/\", report: daily, report_hour: 7}]}"
      })
  void doesNotReportSensibleSettings(String content) {
    assertThat(Configs.warnings("sentinel: {" + content + "}")).isEmpty();
  }
}
