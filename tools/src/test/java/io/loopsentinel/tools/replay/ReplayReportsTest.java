package io.loopsentinel.tools.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.engine.detect.Detectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The JSON document. */
class ReplayReportsTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Parts of arguments, results and model texts of the sample. */
  private static final List<String> CONTENTS =
      List.of("C-17", "none of them matches", "javac", "I look for the order", "Order.java");

  @TempDir Path folder;

  @Test
  void theDocumentHoldsRunsWithTheirFindings() throws IOException {
    JsonNode document = document();

    assertThat(document.get("format").asText()).isEqualTo("loop-sentinel-replay");
    assertThat(document.get("version").asInt()).isEqualTo(1);
    assertThat(document.get("configuration").asText()).isEqualTo("defaults");
    JsonNode run = document.get("runs").get(2);
    assertThat(run.get("id").asText()).isEqualTo("deploy-3");
    assertThat(run.get("file").asText()).isEqualTo("runs.jsonl");
    assertThat(run.get("success").asBoolean()).isTrue();
    assertThat(run.get("calls").asInt()).isEqualTo(13);
    assertThat(run.get("tokens_estimated").asBoolean()).isTrue();
    assertThat(run.get("findings")).hasSize(1);
    JsonNode finding = run.get("findings").get(0);
    assertThat(finding.get("tokens_after").asLong()).isPositive();
    assertThat(finding.toString())
        .startsWith(
            "{\"call\":11,\"tool\":\"deploy_status\",\"detector\":\"repeat\",\"count\":10,"
                + "\"threshold\":10,\"cycle\":[\"deploy_status\"],\"results\":\"changing\","
                + "\"occurrence\":1,\"rung\":\"warn\","
                + "\"setting\":\"overrides.deploy_status.threshold_with_progress\",\"calls_after\":1,");
  }

  @Test
  void theDocumentHoldsAllFigures() throws IOException {
    JsonNode document = document();

    JsonNode total = document.at("/figures/total");
    assertThat(total.at("/flagged/runs").asInt()).isEqualTo(3);
    assertThat(total.at("/flagged/solved").asInt()).isEqualTo(1);
    assertThat(total.at("/stopped/runs").asInt()).isEqualTo(1);
    assertThat(total.at("/detectors/repeat/findings/abort").asInt()).isEqualTo(2);
    JsonNode first = document.at("/figures/labels/all/first_rung");
    assertThat(first.get("found").asInt()).isEqualTo(2);
    assertThat(first.get("median_delay").asDouble()).isEqualTo(1);
    assertThat(first.at("/false_alarms/0/run").asText()).isEqualTo("deploy-3");
    assertThat(document.at("/comparison/name").asText()).isEqualTo("strict.yaml");
    assertThat(document.at("/figures/total/solved").asInt()).isEqualTo(2);
    assertThat(document.at("/suggestions/0/threshold_with_progress").asInt()).isEqualTo(12);
  }

  @Test
  void everyMemberOfTheDocumentIsDocumented() throws IOException {
    String page = Files.readString(Path.of("../docs/replay.md"));
    Set<String> names = new TreeSet<>();
    collectNames(document(), names);

    for (String detector : Detectors.names()) {
      names.remove(detector);
    }

    assertThat(names)
        .hasSizeGreaterThan(40)
        .allSatisfy(name -> assertThat(page).contains("`" + name + "`"));
  }

  @Test
  void theDocumentCanTakeThePlaceOfTheTables() throws IOException {
    Invocation replay = Invocation.of("runs.jsonl", "--json", "-", "--runs");

    assertThat(MAPPER.readTree(replay.out()).get("runs")).hasSize(4);
  }

  @Test
  void reportsCostIfTheModelHasAPrice() throws IOException {
    // given
    Path prices = folder.resolve("prices.yaml");
    Files.writeString(prices, "sentinel: {budget: {prices: {\"*\": {input: 1000, output: 1000}}}}");
    Path json = folder.resolve("report.json");

    // when
    Invocation.of("runs.jsonl", "--config", prices.toString(), "--json", json.toString());

    // then
    JsonNode total = MAPPER.readTree(json.toFile()).at("/figures/total");
    assertThat(total.get("cost_usd").asDouble())
        .isCloseTo(total.get("tokens").asLong() / 1_000.0, within(1e-9));
    assertThat(total.at("/stopped/cost_after_usd").asDouble())
        .isCloseTo(total.at("/stopped/tokens_after").asLong() / 1_000.0, within(1e-9));
  }

  @Test
  void noReportHoldsArgumentsResultsOrModelText() throws IOException {
    String tables = Invocation.of("runs.jsonl", "--runs", "--suggest").out();

    assertThat(tables + document()).doesNotContain(CONTENTS);
  }

  private JsonNode document() throws IOException {
    Path json = folder.resolve("report.json");
    Invocation replay =
        Invocation.of(
            "runs.jsonl",
            "--labels",
            "labels.jsonl",
            "--compare",
            "strict.yaml",
            "--suggest",
            "--json",
            json.toString());
    assertThat(replay.exitCode()).isZero();
    return MAPPER.readTree(json.toFile());
  }

  private static void collectNames(JsonNode node, Set<String> names) {
    node.fieldNames().forEachRemaining(names::add);
    node.forEach(child -> collectNames(child, names));
  }
}
