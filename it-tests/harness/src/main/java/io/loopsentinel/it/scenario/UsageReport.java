package io.loopsentinel.it.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loopsentinel.it.harness.AgentJar;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.ProgramResult;
import java.io.File;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;

/**
 * The audit log of programs whose models call a tool again and again, added up by the command that
 * ships.
 *
 * @param json the report
 */
public record UsageReport(JsonNode json) {

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final BigDecimal DOLLARS_A_TOKEN = new BigDecimal("0.001");
  private static final BigDecimal DOLLARS_A_CACHED_TOKEN = new BigDecimal("0.00025");

  private static final String CONFIG =
      """
      sentinel:
        telemetry:
          costs: true
          audit: {file: 'FILE', calls: true}
        budget:
          prices: {"*": {input: 1000, cached: 250, output: 1000}}
      """;

  /** Returns a configuration that writes the log. */
  public static String config(File folder) {
    return CONFIG.replace("FILE", AuditedEvents.file(folder).getPath());
  }

  /** Sums up the audit log that programs have written. */
  public static UsageReport of(File folder) {
    ProgramResult report =
        JavaProgram.ofJar(AgentJar.file())
            .arguments("report", "--json", "-", AuditedEvents.file(folder).getPath())
            .run(LIMIT)
            .successful();
    assertEquals("", report.standardError());
    try {
      return new UsageReport(new ObjectMapper().readTree(report.standardOutput()));
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asserts that it tells what the model says that it used, what that costs, and each call. */
  public void assertAddsUp(List<Outcome> outcomes) {
    long input = outcomes.stream().mapToLong(outcome -> outcome.log().inputTokens()).sum();
    long output = outcomes.stream().mapToLong(outcome -> outcome.log().outputTokens()).sum();
    JsonNode total = json.get("total");
    assertEquals(input, total.get("input_tokens").asLong());
    assertEquals(output, total.get("output_tokens").asLong());
    assertEquals(
        outcomes.stream().mapToInt(outcome -> outcome.log().requests()).sum(),
        total.get("turns").asInt());
    BigDecimal cost =
        DOLLARS_A_TOKEN
            .multiply(BigDecimal.valueOf(input - cachedTokens() + output))
            .add(DOLLARS_A_CACHED_TOKEN.multiply(BigDecimal.valueOf(cachedTokens())));
    assertSameMoney(cost, total.get("cost_usd").decimalValue());
    assertSameMoney(cost, sum("/by/agent"));
    assertSameMoney(cost, sum("/by/model"));
    int ran = outcomes.stream().mapToInt(Outcome::toolRuns).sum();
    JsonNode search = json.at("/by/tool/search");
    assertEquals(ran + search.get("stopped").asInt(), search.get("calls").asInt());
    assertTrue(search.get("stopped").asInt() >= outcomes.size(), search::toString);
  }

  /** Returns how many input tokens the model had kept. */
  public long cachedTokens() {
    return json.at("/total/cached_tokens").asLong();
  }

  private BigDecimal sum(String table) {
    return json.at(table).findValues("cost_usd").stream()
        .map(JsonNode::decimalValue)
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  private static void assertSameMoney(BigDecimal expected, BigDecimal actual) {
    assertEquals(0, expected.compareTo(actual), () -> expected + " and " + actual);
  }
}
