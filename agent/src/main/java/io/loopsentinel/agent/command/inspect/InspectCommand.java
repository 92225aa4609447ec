package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.command.ApplicationFiles;
import io.loopsentinel.agent.command.Subcommand;
import io.loopsentinel.agent.command.UsageException;
import io.loopsentinel.agent.config.TargetKind;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command line of {@code inspect}. Exit codes: 0 done, 1 nothing readable, 2 wrong usage. */
@Command(
    name = "inspect",
    description = {
      "Finds the methods of an application that look like tool dispatch, and writes targets for"
          + " them.",
      "",
      "Reads class files; nothing of the application is loaded or run."
    },
    sortOptions = false)
public final class InspectCommand extends Subcommand {

  private static final int NOTHING_READABLE = 1;
  private static final int BEST = 10;

  @Mixin private ApplicationFiles files = new ApplicationFiles();

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      split = ",",
      description = "Only targets of these kinds: tool, turn, run.")
  private Set<TargetKind> kinds = EnumSet.allOf(TargetKind.class);

  @Option(names = "--all", description = "Tells all candidates, not the ten best of each kind.")
  private boolean all;

  @Option(
      names = "--min-score",
      paramLabel = "SCORE",
      description = "Leaves out candidates with less.")
  private int minScore;

  @Option(
      names = "--ignore-profiles",
      description = "Proposes what the shipped profiles guard, too.")
  private boolean ignoreProfiles;

  @Option(names = "--out", paramLabel = "FILE", description = "Writes the targets to a file.")
  private @Nullable File out;

  @Override
  protected int run(PrintWriter standardOutput, PrintWriter standardError) throws UsageException {
    TypeIndex index = new TypeIndex();
    files.read(file -> index.add(TypeModel.read(file)), standardError);
    if (index.size() == 0) {
      standardError.println(ApplicationFiles.NOTHING_READ);
      return NOTHING_READABLE;
    }
    int mostOfKind = all ? Integer.MAX_VALUE : BEST;
    InspectionReport report = new InspectionReport(index, !ignoreProfiles);
    write(report.write(kinds, mostOfKind, minScore), standardOutput);
    return 0;
  }

  private void write(List<String> lines, PrintWriter standardOutput) throws UsageException {
    if (out == null) {
      lines.forEach(standardOutput::println);
      return;
    }
    try {
      Files.write(out.toPath(), lines);
    } catch (IOException e) {
      throw new UsageException("--out " + out + ": cannot be written: " + e);
    }
  }
}
