package io.loopsentinel.it.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.scenario.Outcome;
import java.io.File;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The audit log of LangChain4j, added up by the command that ships. */
class ReportIT {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final BigDecimal DOLLARS_A_TOKEN = new BigDecimal("0.001");

  @TempDir private File folder;

  @Test
  void addsUpWhatTheModelSaysThatItUsed() throws IOException {
    // given
    File log = new File(folder, "audit.jsonl");
    List<Outcome> outcomes =
        Scenarios.guarded(
            Jdks.running(),
            Version.NEWEST,
            ModelBehaviour.LOOPING,
            folder,
            """
            sentinel:
              telemetry:
                costs: true
                audit: {file: '%s', calls: true}
              budget:
                prices: {"*": {input: 1000, cached: 1000, output: 1000}}
            """
                .formatted(log));

    // when
    ProgramResult report =
        JavaProgram.ofJar(AgentJar.file())
            .arguments("report", "--json", "-", log.getPath())
            .run(LIMIT)
            .successful();

    // then
    assertThat(report.standardError()).isEmpty();
    JsonNode json = new ObjectMapper().readTree(report.standardOutput());
    JsonNode total = json.get("total");
    long input = outcomes.stream().mapToLong(outcome -> outcome.log().inputTokens()).sum();
    long output = outcomes.stream().mapToLong(outcome -> outcome.log().outputTokens()).sum();
    assertThat(total.get("input_tokens").asLong()).isEqualTo(input);
    assertThat(total.get("output_tokens").asLong()).isEqualTo(output);
    assertThat(total.get("turns").asInt())
        .isEqualTo(outcomes.stream().mapToInt(outcome -> outcome.log().requests()).sum());
    assertThat(total.get("cost_usd").decimalValue())
        .isEqualByComparingTo(DOLLARS_A_TOKEN.multiply(BigDecimal.valueOf(input + output)));
    assertThat(
            json.at("/by/agent").findValues("cost_usd").stream()
                .map(JsonNode::decimalValue)
                .reduce(BigDecimal.ZERO, BigDecimal::add))
        .isEqualByComparingTo(total.get("cost_usd").decimalValue());
    int ran = outcomes.stream().mapToInt(Outcome::toolRuns).sum();
    JsonNode search = json.at("/by/tool/search");
    assertThat(search.get("calls").asInt()).isEqualTo(ran + search.get("stopped").asInt());
    assertThat(search.get("stopped").asInt()).isGreaterThanOrEqualTo(outcomes.size());
  }
}
