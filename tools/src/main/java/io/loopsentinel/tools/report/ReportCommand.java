package io.loopsentinel.tools.report;

import io.loopsentinel.agent.page.PageAssets;
import io.loopsentinel.tools.support.RecordLines;
import io.loopsentinel.tools.support.ReportJson;
import io.loopsentinel.tools.support.Subcommand;
import io.loopsentinel.tools.support.UsageException;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@code report}. Exit codes: 0 done, 1 nothing readable, 2 wrong usage. */
@Command(
    name = "report",
    description = {
      "Reports usage and findings by tool, model, pod, session and label.",
      "",
      "Name the audit logs of all JVMs, including rotated files, in any order, plain or gzipped."
    },
    exitCodeList = {" 0:done", " 1:no line could be read", " 2:wrong usage"},
    footer = "  java -jar loop-sentinel.jar report --day 2026-11-22 audit.jsonl audit.jsonl.1",
    sortOptions = false)
public final class ReportCommand extends Subcommand {

  private static final int NOTHING_READABLE = 1;

  @Parameters(paramLabel = "LOGS", arity = "1..*", description = "Audit logs.")
  private List<File> files = new ArrayList<>();

  @Option(names = "--day", paramLabel = "DAY", description = "The only day of the report.")
  private @Nullable LocalDate day;

  @Option(
      names = "--from",
      paramLabel = "DAY",
      description = "The first day of the report; default: the first day of the logs.")
  private @Nullable LocalDate from;

  @Option(
      names = "--to",
      paramLabel = "DAY",
      description = "The last day of the report; default: the last day of the logs.")
  private @Nullable LocalDate to;

  @Option(
      names = "--zone",
      paramLabel = "ZONE",
      description = "The time zone of the days, such as Europe/Berlin; default: UTC.")
  private ZoneId zone = ZoneId.of("UTC");

  @Option(
      names = "--by",
      paramLabel = "WHAT",
      split = ",",
      description = {
        "The tables to show: tool, model, pod, session, or any label such as agent and user;",
        "default: agent, user, tool, model, and pod if there are several."
      })
  private List<String> names = List.of();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes everything as JSON; \"-\" writes it instead of the tables.")
  private @Nullable File json;

  @Option(names = "--html", paramLabel = "FILE", description = "Writes a page with plots.")
  private @Nullable File html;

  @Override
  protected int run(PrintWriter out, PrintWriter err) throws UsageException {
    if (day != null && (from != null || to != null)) {
      throw new UsageException("--day cannot be combined with --from or --to");
    }
    if (from != null && to != null && from.isAfter(to)) {
      throw new UsageException("--from " + from + " is after --to " + to);
    }
    AuditUsage usage = new AuditUsage(zone, names);
    RecordLines.requireFiles(files, json, html);
    files.forEach(file -> usage.read(file, err));
    if (usage.lines == 0) {
      throw new UsageException("No line could be read.", NOTHING_READABLE);
    }
    TreeSet<LocalDate> days = new TreeSet<>();
    usage.sums().keySet().forEach(slot -> days.add(slot.day()));
    LocalDate latest = days.isEmpty() ? LocalDate.now(zone) : days.last();
    LocalDate earliest = days.isEmpty() ? latest : days.first();
    LocalDate first = Objects.requireNonNullElse(day == null ? from : day, earliest);
    LocalDate last = Objects.requireNonNullElse(day == null ? to : day, latest);
    try {
      // Without one of the options, all logs may be before or after the day of the other.
      LocalDate start = to != null && last.isBefore(first) ? last : first;
      write(UsageReport.of(usage, names, start, last.isBefore(start) ? start : last), out);
    } catch (IOException e) {
      throw new UsageException("cannot write a report: " + e.getMessage());
    }
    return 0;
  }

  private void write(UsageReport report, PrintWriter out) throws IOException {
    String written = ReportJson.text(report) + "\n";
    if (html != null) {
      // No name may end the script element.
      String data = written.replace("<", "\\u003c");
      Files.writeString(
          html.toPath(), PageAssets.page(ReportCommand.class, "usage").replace("/*data*/", data));
    }
    if (json != null && json.getPath().equals("-")) {
      out.print(written);
      return;
    }
    if (json != null) {
      Files.writeString(json.toPath(), written);
    }
    new ReportText(out, report).write();
  }
}
