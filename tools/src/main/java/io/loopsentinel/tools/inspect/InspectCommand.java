package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.tools.support.ApplicationFiles;
import io.loopsentinel.tools.support.FrameworkPackages;
import io.loopsentinel.tools.support.ReportJson;
import io.loopsentinel.tools.support.Subcommand;
import io.loopsentinel.tools.support.UsageException;
import java.io.PrintWriter;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code inspect}. Exit codes: 0 done, 1 nothing readable, 2 wrong usage. */
@Command(
    name = "inspect",
    description = {
      "Lists the methods of an application that look like the dispatch of tools, a turn of the"
          + " model, or a run.",
      "",
      "Reads class files; no class of the application is loaded or run."
    },
    exitCodeList = {" 0:done", " 1:no class could be read", " 2:wrong usage"},
    footer = "  java -jar loop-sentinel.jar inspect app.jar",
    sortOptions = false)
public final class InspectCommand extends Subcommand {

  private static final int NOTHING_READABLE = 1;
  private static final int DEFAULT_MAX_PER_KIND = 10;

  @Mixin private ApplicationFiles files = new ApplicationFiles();

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      split = ",",
      description = "Only methods of these kinds: tool, turn, run.")
  private Set<TargetKind> kinds = EnumSet.allOf(TargetKind.class);

  @Option(
      names = "--all",
      description = "Lists more than ten of each kind, and frameworks that have a profile.")
  private boolean all;

  @Option(names = "--json", description = "Writes the list as JSON.")
  private boolean json;

  @Override
  protected int run(PrintWriter standardOutput, PrintWriter standardError) throws UsageException {
    ClassScan scan = new ClassScan();
    files.read(scan::add, standardError);
    if (scan.size() == 0) {
      throw new UsageException(ApplicationFiles.NOTHING_READ, NOTHING_READABLE);
    }
    Optional<FrameworkPackages> frameworks =
        all ? Optional.empty() : Optional.of(new FrameworkPackages());
    CandidateList candidates =
        new CandidateList(
            new Ranking(scan, frameworks).rank(),
            EnumSet.copyOf(kinds),
            all ? Integer.MAX_VALUE : DEFAULT_MAX_PER_KIND,
            scan.size());
    List<String> lines = json ? List.of(ReportJson.text(candidates.values())) : candidates.lines();
    lines.forEach(standardOutput::println);
    return 0;
  }
}
