package io.loopsentinel.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.agent.management.AgentLifecycle;
import io.loopsentinel.agent.management.GuardedTargets;
import io.loopsentinel.agent.management.ManagedSentinel;
import io.loopsentinel.agent.management.SessionDirectory;
import io.loopsentinel.agent.question.Questions;
import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.agent.telemetry.event.Metric;
import io.loopsentinel.agent.telemetry.event.Telemetry;
import io.loopsentinel.agent.telemetry.http.BoundedHttpServer;
import io.loopsentinel.agent.telemetry.prometheus.PrometheusEndpoint;
import io.loopsentinel.engine.settings.Mode;
import io.loopsentinel.engine.settings.RuntimeSwitches;
import io.loopsentinel.targets.config.AskSettings;
import io.loopsentinel.targets.config.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The metrics that an agent exports, and the files that use them. */
class AgentMetricsTest {

  private static final Path DOCS = Path.of("../docs");
  private static final Pattern NAME = Pattern.compile("loop_sentinel_[a-z_]+");
  private static final Pattern SELECTED = Pattern.compile("by \\((\\w+)\\)|[{,](\\w+)=");

  @ParameterizedTest
  @ValueSource(strings = {"grafana-dashboard.json", "prometheus-alerts.yaml"})
  void areThoseThatAFileUses(String file) throws Exception {
    String scraped = exported();
    List<String> lines =
        Files.readAllLines(DOCS.resolve(file)).stream()
            .map(line -> line.replace("\\\"", "\""))
            .filter(line -> line.contains("expr"))
            .toList();

    assertThat(lines).hasSizeGreaterThan(10);
    for (String line : lines) {
      for (String name : names(line)) {
        assertThat(scraped).containsPattern("(?m)^" + name + "[{ ]");
        labels(line)
            .forEach(
                label ->
                    assertThat(scraped)
                        .containsPattern("(?m)^%s\\{.*\\b%s=".formatted(name, label)));
      }
    }
  }

  /**
   * Returns the labels of metrics by which a line selects or adds; Prometheus adds the instance.
   */
  private static Set<String> labels(String line) {
    return SELECTED
        .matcher(line)
        .results()
        .map(match -> match.group(1) == null ? match.group(2) : match.group(1))
        .filter(label -> !label.equals("instance"))
        .collect(Collectors.toSet());
  }

  @Test
  void areThoseOfThePage() throws Exception {
    assertThat(names(Files.readString(DOCS.resolve("metrics.md")))).containsAll(names(exported()));
  }

  @Test
  void areExplainedAndHaveThresholdsOnTheDashboard() throws IOException {
    JsonNode panels =
        new ObjectMapper()
            .readTree(Files.readString(DOCS.resolve("grafana-dashboard.json")))
            .get("panels");

    assertThat(panels)
        .hasSizeGreaterThan(20)
        .allSatisfy(
            panel -> {
              assertThat(panel.path("description").asText()).isNotEmpty();
              assertThat(panel.at("/fieldConfig/defaults/thresholds/steps")).isNotEmpty();
            });
  }

  @Test
  void areAlertedOnByRulesWithASeverityAndASummary() throws IOException {
    Object file =
        new Load(LoadSettings.builder().build())
            .loadFromString(Files.readString(DOCS.resolve("prometheus-alerts.yaml")));

    JsonNode rules = new ObjectMapper().valueToTree(file).at("/groups/0/rules");
    assertThat(rules)
        .hasSizeGreaterThan(10)
        .allSatisfy(
            rule -> {
              assertThat(rule.path("expr").asText()).containsPattern(NAME);
              assertThat(rule.at("/labels/severity").asText()).isIn("info", "warning", "critical");
              assertThat(rule.at("/annotations/summary").asText()).endsWith(".");
            });
  }

  /** Scrapes a value of each metric from the endpoint. */
  private static String exported() throws Exception {
    AgentLog log = new AgentLog(new PrintStream(new ByteArrayOutputStream()), LogLevel.ERROR);
    List<Metric> metrics =
        AgentMetrics.all(sentinel(log)).stream()
            .map(
                each ->
                    new Metric(
                        each.name(),
                        each.kind(),
                        each.help(),
                        each.labels(),
                        () -> Map.of(each.labels(), 1)))
            .toList();
    try (BoundedHttpServer server =
        PrometheusEndpoint.open("127.0.0.1", 0, "1.0", metrics, log, failure -> {})) {
      URI address = URI.create("http://127.0.0.1:" + server.port() + "/metrics");
      String scraped =
          new String(address.toURL().openStream().readAllBytes(), StandardCharsets.UTF_8);
      return scraped.replaceAll("(?m)^#.*$", "");
    }
  }

  private static ManagedSentinel sentinel(AgentLog log) {
    Telemetry telemetry = new Telemetry(log);
    AgentLifecycle life =
        (AgentLifecycle)
            Proxy.newProxyInstance(
                AgentMetricsTest.class.getClassLoader(),
                new Class<?>[] {AgentLifecycle.class},
                (proxy, method, arguments) -> {
                  throw new UnsupportedOperationException(method.getName());
                });
    return new ManagedSentinel(
        "in a test",
        life,
        telemetry,
        new SessionDirectory(telemetry, () -> false, List::of),
        new RuntimeSwitches(Mode.ENFORCE),
        new Questions(AskSettings.DEFAULT),
        new GuardedTargets(List::of, List::of, List::of),
        () -> "");
  }

  private static Set<String> names(String text) {
    return NAME.matcher(text)
        .results()
        .map(match -> match.group())
        .collect(Collectors.toCollection(TreeSet::new));
  }
}
