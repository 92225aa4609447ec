package io.loopsentinel.agent.inspect;

import io.loopsentinel.agent.config.TargetKind;
import io.loopsentinel.agent.inspect.classpath.ClassPath;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
public final class InspectCommand implements Callable<Integer> {

  private static final int NOTHING_READABLE = 1;
  private static final int WRONG_USAGE = 2;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "PATHS",
      arity = "1..*",
      description = "Jars (Spring Boot's too), folders, or class paths.")
  private List<String> paths = new ArrayList<>();

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

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Shows this help.")
  @SuppressWarnings("UnusedVariable") // Picocli acts on it.
  private boolean help;

  @Override
  public Integer call() {
    if (spec == null) {
      throw new IllegalStateException("to be run by picocli");
    }
    PrintWriter standardOutput = spec.commandLine().getOut();
    PrintWriter standardError = spec.commandLine().getErr();
    try {
      return inspect(standardOutput, standardError);
    } finally {
      standardOutput.flush();
      standardError.flush();
    }
  }

  private int inspect(PrintWriter standardOutput, PrintWriter standardError) {
    List<File> files = new ArrayList<>();
    paths.forEach(path -> files.addAll(ClassPath.split(path)));
    for (File file : files) {
      if (!file.exists()) {
        standardError.println(file + ": there is no such file");
        return WRONG_USAGE;
      }
    }
    Inspection inspection = new Inspection(standardError::println);
    ClassPath classPath = new ClassPath(inspection);
    files.forEach(classPath::read);
    if (inspection.classes() == 0) {
      standardError.println(ClassPath.NOTHING_READ);
      return NOTHING_READABLE;
    }
    Selection selection =
        new Selection(kinds, all ? Integer.MAX_VALUE : 10, minScore, !ignoreProfiles);
    return write(
        new InspectionReport(inspection.index(), selection).write(inspection.classes()),
        standardOutput,
        standardError);
  }

  private int write(List<String> lines, PrintWriter standardOutput, PrintWriter standardError) {
    if (out == null) {
      lines.forEach(standardOutput::println);
      return 0;
    }
    try {
      Files.write(out.toPath(), lines);
      return 0;
    } catch (IOException e) {
      standardError.println("--out " + out + ": cannot be written: " + e);
      return WRONG_USAGE;
    }
  }
}
