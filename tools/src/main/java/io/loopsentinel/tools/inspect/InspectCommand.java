package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.tools.support.ApplicationFiles;
import io.loopsentinel.tools.support.Subcommand;
import io.loopsentinel.tools.support.UsageException;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/**
 * The command line of {@code inspect}. Exit codes: 0 done, 1 nothing readable, 2 wrong usage; with
 * {@code --apply} those of {@code check}.
 */
@Command(
    name = "inspect",
    description = {
      "Finds the methods of an application that look like tool dispatch, and writes targets for"
          + " them.",
      "",
      "Reads class files; no class of the application is loaded or run."
    },
    exitCodeList = {
      " 0:done",
      " 1:no class could be read; with --apply a problem, or nothing would be guarded",
      " 2:wrong usage"
    },
    footer = "  java -jar loop-sentinel.jar inspect app.jar",
    sortOptions = false)
public final class InspectCommand extends Subcommand {

  private static final int NOTHING_READABLE = 1;
  private static final int DEFAULT_MAX_PER_KIND = 10;
  private static final String DEFAULT_FILE = "sentinel-config.yaml";

  private final ConfigurationCheck check;

  @Mixin private ApplicationFiles files = new ApplicationFiles();

  @Option(
      names = "--kind",
      paramLabel = "KIND",
      split = ",",
      description = "Only targets of these kinds: tool, turn, run.")
  private Set<TargetKind> kinds = EnumSet.allOf(TargetKind.class);

  @Option(
      names = "--all",
      description = "Lists all candidates, not only the ten best of each kind.")
  private boolean all;

  @Option(
      names = "--min-score",
      paramLabel = "SCORE",
      description = "Leaves out candidates with a lower score.")
  private int minScore;

  @Option(
      names = "--ignore-profiles",
      description = "Also proposes methods that shipped profiles guard.")
  private boolean ignoreProfiles;

  @Option(names = "--out", paramLabel = "FILE", description = "Writes the targets to a file.")
  private @Nullable File out;

  @Option(
      names = "--apply",
      paramLabel = "FILE",
      arity = "0..1",
      preprocessor = DefaultFile.class,
      description =
          "Writes the targets to a new file (sentinel-config.yaml), checks it, and lists what is"
              + " left to decide.")
  private @Nullable File apply;

  /** Checks a configuration against the files of an application, like {@code check}. */
  @FunctionalInterface
  public interface ConfigurationCheck {

    /** Writes a summary of the problems; returns the exit code. */
    int check(String configuration, ApplicationFiles files, PrintWriter out, PrintWriter err)
        throws UsageException;
  }

  /** Takes a file name only after an equals sign, because the next argument may be a path. */
  private static final class DefaultFile implements IParameterPreprocessor {

    @Override
    public boolean preprocess(
        Stack<String> arguments, CommandSpec command, ArgSpec option, Map<String, Object> info) {
      if (!"=".equals(info.get("separator"))) {
        arguments.push(DEFAULT_FILE);
      }
      return false;
    }
  }

  /** Creates the command with the check that {@code --apply} runs. */
  public InspectCommand(ConfigurationCheck check) {
    this.check = check;
  }

  @Override
  protected int run(PrintWriter standardOutput, PrintWriter standardError) throws UsageException {
    if (apply != null && apply.exists()) {
      throw new UsageException(
          apply
              + " already exists and is not overwritten: name another file, as in"
              + " --apply=found.yaml, or move that one away");
    }
    TypeIndex index = new TypeIndex(Observations.NONE);
    files.read(file -> index.add(TypeModel.read(file)), standardError);
    if (index.size() == 0) {
      standardError.println(ApplicationFiles.NOTHING_READ);
      return NOTHING_READABLE;
    }
    int maxPerKind = all ? Integer.MAX_VALUE : DEFAULT_MAX_PER_KIND;
    InspectionReport report = new InspectionReport(index, !ignoreProfiles);
    List<String> lines = new ArrayList<>(report.write(kinds, maxPerKind, minScore));
    if (out != null) {
      write(lines, "--out", out);
    }
    if (apply != null) {
      lines.add(lines.indexOf("sentinel:") + 1, TargetsFile.OBSERVE);
      write(lines, "--apply", apply);
      int found = check.check(apply.getPath(), files, standardOutput, standardError);
      report.decisions(apply.getPath(), lines).forEach(standardOutput::println);
      return found;
    }
    if (out == null) {
      lines.forEach(standardOutput::println);
    }
    return 0;
  }

  private static void write(List<String> lines, String option, File file) throws UsageException {
    try {
      Files.write(file.toPath(), lines);
    } catch (IOException e) {
      throw new UsageException(option + " " + file + ": cannot be written: " + e);
    }
  }
}
