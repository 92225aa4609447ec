package io.loopsentinel.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.tools.report.Loops.Trend;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison of loops with earlier weeks. */
class LoopsTest {

  private static final LocalDate DAY = LocalDate.of(2026, 11, 22);

  @TempDir private File folder;

  @Test
  void comparesAWeekWithTheMeanOfFourBefore() throws IOException {
    AuditLines lines = new AuditLines().loops(3, "2026-11-22T08:00:00Z");
    lines.loops(2, "2026-11-16T08:00:00Z").loops(4, "2026-11-15T08:00:00Z");
    lines.loops(6, "2026-10-19T08:00:00Z").loops(50, "2026-10-18T08:00:00Z");

    Trend trend = loops(lines, DAY).trends().get(0);

    assertThat(trend.thisWeek()).isEqualTo(5);
    assertThat(trend.lastDays()).containsExactly(2L, 0L, 0L, 0L, 0L, 0L, 3L);
    assertThat(trend.usualWeek()).isEqualTo((4 + 6) / 4.0);
    assertThat(trend.days()).containsEntry("2026-10-18", 50L).hasSize(5);
  }

  @Test
  void takesTheMeanOfAsManyWeeksAsTheLogsHold() throws IOException {
    AuditLines lines = new AuditLines().loops(1, "2026-11-22T08:00:00Z");
    lines.loops(6, "2026-11-02T08:00:00Z");

    Trend trend = loops(lines, DAY).trends().get(0);

    assertThat(trend.usualWeek()).isEqualTo(6 / 2.0);
  }

  @Test
  void knowsNoTrendWithoutAWeekBefore() throws IOException {
    AuditLines lines = new AuditLines().loops(9, "2026-11-10T08:00:00Z");

    assertThat(loops(lines, DAY).trends().get(0).usualWeek()).isNull();
  }

  @Test
  void namesAnHourThatIsFarBeyondTheUsualOnes() throws IOException {
    AuditLines lines = new AuditLines().loops(14, "2026-11-22T08:30:00Z");
    lines.loops(1, "2026-11-20T08:00:00Z").loops(2, "2026-11-21T07:00:00Z");

    Loops loops = loops(lines, DAY);

    assertThat(loops.spikes())
        .containsExactly(
            "billing-agent: 14 loops an hour, usually 2 (2026-11-22T08:00Z)",
            "search: 14 loops an hour, usually 2 (2026-11-22T08:00Z)");
  }

  @Test
  void namesAnHourOfAnyLabel() throws IOException {
    AuditLines lines = new AuditLines().loops(14, "2026-11-22T08:30:00Z");
    lines.loops(1, "2026-11-20T08:00:00Z");

    assertThat(loops(lines, DAY, Set.of("user")).spikes())
        .contains("user ann: 14 loops an hour, usually 1 (2026-11-22T08:00Z)");
  }

  @Test
  void countsHoursWithoutLoopsInWhichAnAgentWasActive() throws IOException {
    AuditLines lines = new AuditLines().loops(5, "2026-11-22T08:30:00Z");
    lines.call("2026-11-20T08:00:00Z", "billing-agent", "ann", "fetch", "run");

    Loops loops = loops(lines, DAY);

    assertThat(loops.spikes())
        .containsExactly("billing-agent: 5 loops an hour, usually none (2026-11-22T08:00Z)");
  }

  @Test
  void namesNoSpikeOfWhichNothingIsUsualYetNorOneOfAnotherDay() throws IOException {
    AuditLines first = new AuditLines().loops(14, "2026-11-22T08:30:00Z");
    first.loops(1, "2026-11-21T09:00:00Z");
    AuditLines before = new AuditLines().loops(14, "2026-11-20T08:30:00Z");
    before.loops(1, "2026-11-18T09:00:00Z").loops(1, "2026-11-22T09:00:00Z");

    assertThat(loops(first, DAY).spikes()).isEmpty();
    assertThat(loops(before, DAY).spikes()).isEmpty();
    assertThat(loops(before, LocalDate.of(2026, 11, 20)).spikes()).hasSize(2);
  }

  private Loops loops(AuditLines lines, LocalDate day) throws IOException {
    return loops(lines, day, Set.of("agent"));
  }

  private Loops loops(AuditLines lines, LocalDate day, Set<String> labels) throws IOException {
    File file = new File(folder, "audit.jsonl");
    lines.writeTo(file);
    AuditUsage usage = new AuditUsage(ZoneOffset.UTC, List.of());
    usage.read(file, new PrintWriter(Writer.nullWriter()));
    return new Loops(usage.sums(), labels, day, day);
  }
}
