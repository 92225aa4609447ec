package io.loopsentinel.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sums of audit logs by agent, user, tool and model. */
class ReportCommandTest {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String TURN =
      "{\"v\":1,\"type\":\"cost.attributed\",\"time\":\"2026-11-22T08:00:00Z\",\"model\":\"m\","
          + "\"input_tokens\":7,\"output_tokens\":1,\"cost_usd\":0.5}";

  @TempDir private File folder;

  @Test
  void addsMoneyUpToTheCent() throws IOException {
    AuditLines lines = new AuditLines();
    for (int i = 0; i < 1000; i++) {
      lines.turn("2026-11-22T08:00:00Z", "billing-agent", "ann", "gpt-5", 7, "0.1");
    }
    lines.turn("2026-11-22T08:00:00Z", "support-agent", "bob", "gpt-5", 3, "0.01");
    lines.writeTo(file("audit.jsonl"));

    JsonNode report = json("audit.jsonl");

    assertThat(report.at("/total/cost_usd").asText()).isEqualTo("100.01");
    assertThat(report.at("/by/agent/billing-agent/cost_usd").asText()).isEqualTo("100.0");
    assertThat(report.at("/by/user/bob/input_tokens").asInt()).isEqualTo(3);
    assertThat(report.at("/by/model/gpt-5/turns").asInt()).isEqualTo(1001);
    assertThat(report.at("/by/tool")).isEmpty();
  }

  @Test
  void showsPodsOnlyIfThereAreSeveral() throws IOException {
    String line = TURN.replace("}", ",\"session\":\"c-1\",\"instance\":\"ID\"}");
    String start =
        "{\"v\":1,\"type\":\"agent.started\",\"time\":\"2026-11-22T07:00:00Z\","
            + "\"host\":\"shop-a\",\"pid\":7,\"instance\":\"1\"}";
    new AuditLines().raw(start).raw(line.replace("ID", "1")).writeTo(file("one.jsonl"));
    new AuditLines().raw(line.replace("ID", "2")).writeTo(file("two.jsonl"));

    assertThat(json("one.jsonl").at("/by/pod").isMissingNode()).isTrue();
    JsonNode both = json("two.jsonl", "one.jsonl");
    JsonNode sessions = json("two.jsonl", "one.jsonl", "--by", "session");

    assertThat(both.at("/by/pod/shop-a-7/turns").asInt()).isEqualTo(1);
    assertThat(both.at("/by/pod/2/turns").asInt()).isEqualTo(1);
    assertThat(both.at("/pods")).isEmpty();
    assertThat(sessions.at("/by/session/c-1/turns").asInt()).isEqualTo(2);
    assertThat(sessions.at("/pods/c-1").toString()).isEqualTo("[\"2\",\"shop-a-7\"]");
    assertThat(sessions.at("/notes")).hasSize(1);
  }

  @Test
  void doesNotOverwriteALog() throws IOException {
    new AuditLines().raw(TURN).writeTo(file("audit.jsonl"));
    String written = Files.readString(file("audit.jsonl").toPath());

    for (String option : List.of("--json", "--html")) {
      assertThat(Reported.of(folder, "audit.jsonl", option, "audit.jsonl").err())
          .contains("audit.jsonl: would be overwritten; write the report to another file");
    }

    assertThat(file("audit.jsonl")).hasContent(written);
  }

  @Test
  void reportsNothingForDaysBeforeOrAfterAllLogs() throws IOException {
    new AuditLines().raw(TURN).writeTo(file("audit.jsonl"));

    JsonNode after = json("audit.jsonl", "--from", "2026-12-01");
    JsonNode before = json("audit.jsonl", "--to", "2026-11-01");

    assertThat(after.get("from").asText()).isEqualTo("2026-12-01");
    assertThat(after.get("to").asText()).isEqualTo("2026-12-01");
    assertThat(after.at("/total/turns").asInt()).isZero();
    assertThat(after.get("notes")).hasSize(1);
    assertThat(before.get("from").asText()).isEqualTo("2026-11-01");
    assertThat(before.get("to").asText()).isEqualTo("2026-11-01");
  }

  @Test
  void countsCallsAndThoseThatDidNotRun() throws IOException {
    new AuditLines()
        .call("2026-11-22T08:00:00Z", "billing-agent", "ann", "search", "run")
        .call("2026-11-22T08:00:01Z", "billing-agent", "ann", "search", "hint")
        .found("loop.detected", "2026-11-22T08:00:01Z", "c-1", "search", 1, "hint", 1)
        .call("2026-11-22T08:00:02Z", "billing-agent", "ann", "search", "terminate")
        .call("2026-11-22T08:00:03Z", "billing-agent", "ann", "search", "withdrawn")
        .call("2026-11-22T08:00:04Z", "", "", "fetch", "run")
        .writeTo(file("audit.jsonl"));

    JsonNode report = json("audit.jsonl");

    assertThat(report.at("/by/tool/search/calls").asInt()).isEqualTo(4);
    assertThat(report.at("/by/tool/search/stopped").asInt()).isEqualTo(2);
    assertThat(report.at("/by/agent/(none)/calls").asInt()).isEqualTo(1);
    assertThat(report.at("/total/loops").asInt()).isEqualTo(1);
  }

  @Test
  void estimatesSavingsByTheTurnsThatReportedTokens() throws IOException {
    new AuditLines()
        .turn("2026-11-22T08:00:00Z", "billing-agent", "ann", "gpt-5", 100, "0.5")
        .turn("2026-11-22T08:00:01Z", "billing-agent", "ann", "gpt-5", 0, "null")
        .call("2026-11-22T08:00:02Z", "billing-agent", "ann", "search", "hint")
        .writeTo(file("audit.jsonl"));

    JsonNode report = json("audit.jsonl");

    assertThat(report.at("/total/turns").asInt()).isEqualTo(2);
    assertThat(report.get("saved").asText())
        .isEqualTo(
            "saved, by a low estimate, 1 call and 100 tokens, worth $0.5000, at 100 tokens a turn of"
                + " the model");
  }

  @Test
  void groupsByAnyLabelAndTellsOfReusedCalls() throws IOException {
    String turn = TURN.replace("}", ",\"labels\":{\"tenant\":\"acme\"}}");
    String call =
        turn.replace("cost.attributed", "call").replace("}}", "},\"ended\":1,\"reused\":true}");
    String repeated =
        TURN.replace("cost.attributed", "call")
            .replace("}", ",\"decision\":\"hint\",\"detector\":\"effect\"}");
    new AuditLines().raw(turn).raw(call).raw(TURN).raw(repeated).writeTo(file("audit.jsonl"));

    JsonNode report = json("audit.jsonl", "--by", "tenant,region");

    assertThat(report.at("/by/tenant/acme/cost_usd").asText()).isEqualTo("0.5");
    assertThat(report.at("/by/tenant/acme/reused").asInt()).isEqualTo(1);
    assertThat(report.at("/by/tenant/(none)/turns").asInt()).isEqualTo(1);
    assertThat(report.at("/total/not_repeated").asInt()).isEqualTo(1);
    assertThat(report.get("saved").asText())
        .endsWith("; 1 call got an earlier result again; 1 effect not repeated");
    assertThat(report.get("notes").toString())
        .contains("no region is known: set labels.region in the targets");
  }

  @ParameterizedTest
  @ValueSource(strings = {"before", "effect", "store"})
  void countsARefusalForAnotherReasonAsNoLoop(String detector) throws IOException {
    String refused =
        TURN.replace("cost.attributed", "loop.detected").replace("}", ",\"rung\":1%s}");
    new AuditLines()
        .raw(refused.formatted(",\"detector\":\"" + detector + "\""))
        .raw(refused.formatted(",\"detector\":\"repeat\""))
        .writeTo(file("audit.jsonl"));

    JsonNode total = json("audit.jsonl").get("total");

    assertThat(total.get("findings").asInt()).isEqualTo(2);
    assertThat(total.get("loops").asInt()).isEqualTo(1);
  }

  @Test
  void countsAStoppedCallOnceIfOnlyEventsTellOfIt() throws IOException {
    new AuditLines()
        .found("loop.detected", "2026-11-22T08:00:00Z", "c-1", "search", 1, "hint", 1)
        .found("budget.exceeded", "2026-11-22T08:00:00Z", "c-1", "search", 1, "hint", 1)
        .found("loop.detected", "2026-11-22T08:00:01Z", "c-1", "search", 2, "abort", 2)
        .found("loop.detected", "2026-11-22T08:00:02Z", "c-2", "search", 1, "observe", 2)
        .writeTo(file("audit.jsonl"));

    JsonNode total = json("audit.jsonl").get("total");

    assertThat(total.get("stopped").asInt()).isEqualTo(2);
    assertThat(total.get("findings").asInt()).isEqualTo(4);
    assertThat(total.get("loops").asInt()).isEqualTo(2);
    assertThat(total.has("calls")).isFalse();
  }

  @Test
  void showsNoCostOfAModelWithoutAPrice() throws IOException {
    new AuditLines()
        .raw(TURN)
        .raw(TURN.replace(",\"cost_usd\":0.5", "").replace("\"m\"", "\"other\""))
        .writeTo(file("audit.jsonl"));

    assertThat(Reported.of(folder, "audit.jsonl", "--by", "model").out())
        .containsPattern("m +1 .*\\$0\\.5000\\n")
        .containsPattern("other +1 .* -\\n");
  }

  @Test
  void takesTheDaysOfATimeZone() throws IOException {
    new AuditLines()
        .turn("2026-11-21T22:59:59Z", "a", "ann", "gpt-5", 1, "0.1")
        .turn("2026-11-21T23:00:00Z", "a", "ann", "gpt-5", 1, "0.1")
        .turn("2026-11-22T22:59:59Z", "a", "ann", "gpt-5", 1, "0.1")
        .turn("2026-11-22T23:00:00Z", "a", "ann", "gpt-5", 1, "0.1")
        .writeTo(file("audit.jsonl"));

    JsonNode report = json("audit.jsonl", "--day", "2026-11-22", "--zone", "Europe/Berlin");

    assertThat(report.at("/total/turns").asInt()).isEqualTo(2);
    assertThat(report.at("/zone").asText()).isEqualTo("Europe/Berlin");
  }

  @Test
  void readsRotatedAndPackedFilesInAnyOrder() throws IOException {
    new AuditLines()
        .turn("2026-11-22T08:00:00Z", "a", "ann", "gpt-5", 1, "0.1")
        .writeTo(file("audit.jsonl"));
    new AuditLines()
        .turn("2026-11-20T08:00:00Z", "a", "ann", "gpt-5", 1, "0.2")
        .writeTo(file("audit.jsonl.1"));
    try (OutputStream packed =
        new GZIPOutputStream(Files.newOutputStream(file("old.gz").toPath()))) {
      Files.copy(file("audit.jsonl.1").toPath(), packed);
    }

    JsonNode report = json("audit.jsonl", "old.gz");

    assertThat(report.at("/total/cost_usd").asText()).isEqualTo("0.3");
    assertThat(report.get("from").asText()).isEqualTo("2026-11-20");
    assertThat(report.get("to").asText()).isEqualTo("2026-11-22");
  }

  @Test
  void skipsAndReportsInvalidLines() throws IOException {
    new AuditLines()
        .raw("{\"v\":1,\"type\":\"call\",\"ti")
        .raw("{\"v\":2,\"type\":\"call\",\"time\":\"2026-11-22T08:00:00Z\"}")
        .raw("")
        .raw("{\"v\":1,\"type\":\"call\",\"time\":\"today\"}")
        .turn("2026-11-22T08:00:00Z", "a", "ann", "gpt-5", 1, "0.1")
        .writeTo(file("audit.jsonl"));

    Reported reported = Reported.of(folder, "audit.jsonl");

    assertThat(reported.exitCode()).isZero();
    assertThat(reported.err())
        .contains("audit.jsonl:1: skipped: not JSON at column ")
        .contains("audit.jsonl:2: skipped: expected a line of an audit log, with \"v\": 1, ")
        .contains("audit.jsonl:4: skipped: ");
    assertThat(reported.out()).startsWith("2026-11-22 (UTC), 1 line, 3 skipped\n");
  }

  @Test
  void skipsNumbersAndTimesThatNoAgentWrites() throws IOException {
    AuditLines lines = new AuditLines();
    for (String tokens : List.of("-1", "9223372036854775807", "1e2000000000")) {
      lines.raw(TURN.replace("\"input_tokens\":7", "\"input_tokens\":" + tokens));
    }
    for (String cost : List.of("2e308", "-0.1", "1e2000000000")) {
      lines.raw(TURN.replace("0.5", cost));
    }
    for (String time : List.of("-999999999-01-01T00", "+999999999-01-01T00", "1969-12-31T23")) {
      lines.raw(TURN.replace("2026-11-22T08", time));
    }
    lines.raw(TURN.replace("0.5", "1e-2000000000")).raw("\ufeff" + TURN).raw(TURN + "\r");
    lines.writeTo(file("audit.jsonl"));

    Reported reported = Reported.of(folder, "audit.jsonl");

    assertThat(reported.err())
        .contains("audit.jsonl:1: skipped: expected from 0 to 10000000000 tokens, found -1")
        .contains(
            "audit.jsonl:4: skipped: expected from 0 to 1000000 dollars for a turn, found 2E+")
        .contains("audit.jsonl:7: skipped: ")
        .contains("a \"time\" from 1970 to 9999");
    assertThat(reported.out())
        .startsWith("2026-11-22 (UTC), 2 lines, 10 skipped\n")
        .contains("$0.5000");
  }

  @Test
  void keepsColumnsWithinAScreenForAnyNames() throws IOException {
    new AuditLines()
        .turn("2026-11-22T08:00:00Z", "\u202e".repeat(90), "ann", "gpt-5", 1, "0.1")
        .writeTo(file("audit.jsonl"));

    assertThat(Reported.of(folder, "audit.jsonl").out().lines())
        .allMatch(line -> line.length() < 160);
  }

  @Test
  void reportsFactsMissingFromTheFiles() throws IOException {
    new AuditLines()
        .raw("{\"v\":1,\"type\":\"call\",\"time\":\"2026-11-22T08:00:00Z\",\"tool\":\"search\"}")
        .writeTo(file("audit.jsonl"));

    String out = Reported.of(folder, "audit.jsonl").out();

    assertThat(out)
        .contains("no costs in these files: set telemetry.costs: true\n")
        .contains("no agent is known: set labels.agent in the targets\n")
        .contains("no user is known: set labels.user in the targets\n")
        .endsWith("no call was stopped\n");
  }

  @Test
  void exitCodeIsOneWithoutAuditLog() throws IOException {
    new AuditLines().raw("{\"messages\":[]}").writeTo(file("runs.jsonl"));

    Reported reported = Reported.of(folder, "runs.jsonl");

    assertThat(reported.exitCode()).isEqualTo(1);
    assertThat(reported.err()).endsWith("No line could be read.\n");
  }

  @Test
  void refusesDaysThatContradictEachOther() throws IOException {
    new AuditLines().writeTo(file("audit.jsonl"));

    assertThat(
            Reported.of(folder, "--day", "2026-11-22", "--to", "2026-11-23", "audit.jsonl").err())
        .isEqualTo("--day cannot be combined with --from or --to\n");
    assertThat(
            Reported.of(folder, "--from", "2026-11-22", "--to", "2026-11-21", "audit.jsonl")
                .exitCode())
        .isEqualTo(2);
    assertThat(Reported.of(folder, "missing.jsonl").err())
        .isEqualTo("missing.jsonl: there is no such file\n");
  }

  @Test
  void escapesNamesInTheTablesAndOnThePage() throws IOException {
    new AuditLines()
        .call("2026-11-22T08:00:00Z", "a", "</script>\\u001b[2J", "search", "run")
        .writeTo(file("audit.jsonl"));

    Reported reported = Reported.of(folder, "--html", file("page.html").getPath(), "audit.jsonl");

    assertThat(reported.out()).doesNotContain("\u001b").contains("\\u001b[2J");
    assertThat(file("page.html"))
        .content()
        .contains("<title>Loop Sentinel: report</title>", "\\u003c/script>")
        .doesNotContain("/*data", "/*style", "/*script", "src=", "href=")
        .satisfies(page -> assertThat(page.split("</script>", -1)).hasSize(3));
  }

  private JsonNode json(String... arguments) throws IOException {
    String[] all = new String[arguments.length + 2];
    all[0] = "--json";
    all[1] = "-";
    System.arraycopy(arguments, 0, all, 2, arguments.length);
    Reported reported = Reported.of(folder, all);
    assertThat(reported.err()).isEmpty();
    return JSON.readTree(reported.out());
  }

  private File file(String name) {
    return new File(folder, name);
  }
}
