package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.LingeringProgram;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The agent's counters, as Prometheus scrapes them. */
class PrometheusIT {

  private static final Path PAGE = Path.of("../../docs/metrics.md");
  private static final Path RULES = Path.of("../../docs/prometheus-alerts.yaml");
  private static final String BURST =
      """
      rule_files: [%s]
      tests:
        - interval: 15s
          input_series:
            - {series: 'loop_sentinel_calls_stopped_total{tool="search"}', values: '_ _ 12x20'}
          promql_expr_test:
            - expr: ALERTS{alertname="AgentsLoop",alertstate="firing"}
              eval_time: 1m
              exp_samples:
                - labels: ALERTS{alertname="AgentsLoop",alertstate="firing",severity="warning",tool="search"}
                  value: 1
      """;

  private static final Pattern NAME = Pattern.compile("loop_sentinel_[a-z_]+");
  private static final Pattern SAMPLE = Pattern.compile("(?m)^(loop_sentinel_[a-z_]+)[{ ]");

  @TempDir private File folder;

  @OnEachJdk
  void tellWhatBecameOfTheCalls(Jdk jdk) throws Exception {
    assertThat(scrape(jdk))
        .contains(
            "loop_sentinel_calls_total{tool=\"search\"} 4.0",
            "loop_sentinel_calls_stopped_total{tool=\"search\"} 1.0",
            "loop_sentinel_findings_total{detector=\"repeat\"} 1.0",
            "loop_sentinel_sessions 1.0",
            "loop_sentinel_targets_matched 1.0",
            "loop_sentinel_internal_errors_total 0.0")
        .doesNotContain("q=x", "\"x\"");
  }

  @OnEachJdk(17)
  void areThoseOfThePageAndReadByPrometheusItself(Jdk jdk) throws Exception {
    File scraped = new File(folder, "scraped");
    Files.writeString(scraped.toPath(), scrape(jdk));

    // Those with a label are there once there is one.
    assertThat(names(NAME, Files.readString(PAGE), 0))
        .containsAll(names(SAMPLE, Files.readString(scraped.toPath()), 1))
        .contains("loop_sentinel_calls_observed_total");
    assertThat(promtool(Redirect.from(scraped), "check", "metrics")).isEmpty();
  }

  @Test
  void areAlertedOnByTheRules() throws Exception {
    assertThat(promtool(Redirect.PIPE, "check", "rules", "--lint-fatal", RULES.toString()))
        .contains("SUCCESS");
  }

  @Test
  void areAlertedOnIfTheFirstLoopOfAToolEndsBetweenTwoScrapes() throws Exception {
    File test = new File(folder, "test.yaml");
    Files.writeString(test.toPath(), BURST.formatted(RULES.toAbsolutePath()));

    assertThat(promtool(Redirect.PIPE, "test", "rules", test.getPath())).contains("SUCCESS");
  }

  private String scrape(Jdk jdk) throws Exception {
    String config =
        Programs.target("Private", "method: dispatch, tool: arg0, args: arg1, session: '\"main\"'")
            .replace("{log: error}", "{log: info, prometheus: {port: 0}}");
    JavaProgram program =
        JavaProgram.ofMain(LingeringProgram.class).on(jdk).agentConfig(folder, config);
    try (RunningProgram running = program.start()) {
      running.awaitOutput(text -> text.contains("loop-detected"), Programs.LIMIT);
      String scraped = Served.get(Served.metrics(running));
      running.closeInput();
      assertThat(running.await(Programs.LIMIT).exitCode()).isZero();
      return scraped;
    }
  }

  private static Set<String> names(Pattern pattern, String text, int group) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult found) -> found.group(group))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Runs promtool, and returns its output. */
  private static String promtool(Redirect input, String... arguments) throws Exception {
    String tool = System.getenv().getOrDefault("PROMTOOL", "promtool");
    Assumptions.assumeTrue(isThere(tool), "there is no promtool; set PROMTOOL to where it is");
    List<String> command = new ArrayList<>(List.of(tool));
    command.addAll(List.of(arguments));
    Process check =
        new ProcessBuilder(command).redirectInput(input).redirectErrorStream(true).start();
    String told = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(check.waitFor()).as(told).isZero();
    return told;
  }

  private static boolean isThere(String tool) throws InterruptedException {
    try {
      return new ProcessBuilder(tool, "--version").start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
