package io.loopsentinel.tools.check;

import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.config.ConfigResult.Loaded;
import io.loopsentinel.targets.config.ConfigResult.Rejected;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import io.loopsentinel.targets.match.ClassPathLoader;
import io.loopsentinel.tools.support.ApplicationFiles;
import io.loopsentinel.tools.support.ReportJson;
import io.loopsentinel.tools.support.Subcommand;
import io.loopsentinel.tools.support.UsageException;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code check}. Exit codes: 0 no problem, 1 a problem, 2 wrong usage. */
@Command(
    name = "check",
    description = {
      "Shows which methods of an application a configuration guards, and how.",
      "",
      "Classes are loaded for inspection; no code of the application is run."
    },
    exitCodeList = {
      " 0:no problem, and a method would be guarded",
      " 1:a problem, or nothing would be guarded",
      " 2:wrong usage"
    },
    footer = "  java -jar loop-sentinel.jar check -c sentinel-config.yaml app.jar",
    sortOptions = false)
public final class CheckCommand extends Subcommand {

  private static final int PROBLEM = 1;

  @Mixin private ApplicationFiles files = new ApplicationFiles();

  @Option(
      names = {"-c", "--config"},
      paramLabel = "CONFIG",
      description =
          "The text after -javaagent:loop-sentinel.jar=: a file or settings; if omitted, the"
              + " defaults.")
  private @Nullable String config;

  @Option(
      names = "--env-file",
      paramLabel = "FILE",
      description =
          "Resolves the variables of the configuration, with lines NAME=value and this environment."
              + " If omitted, they are not resolved.")
  private @Nullable Path envFile;

  @Option(names = "--verbose", description = "Lists each method with its expressions.")
  private boolean verbose;

  @Option(
      names = "--all",
      description = "Lists everything, also the targets of profiles that match nothing.")
  private boolean all;

  @Option(
      names = "--against",
      paramLabel = "JAR",
      split = ",",
      description =
          "Shows which targets a new version loses. Each jar replaces the jar of the same"
              + " artifact.")
  private List<Path> against = new ArrayList<>();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes everything as JSON; \"-\" writes it instead of the text.")
  private @Nullable File json;

  private boolean summaryOnly;

  /**
   * Writes a summary of a check, and returns the exit code. Unreadable files are not reported,
   * because another command has already done that.
   */
  public static int inShort(String config, ApplicationFiles files, PrintWriter out, PrintWriter err)
      throws UsageException {
    CheckCommand check = new CheckCommand();
    check.config = config;
    check.files = files;
    check.summaryOnly = true;
    return check.run(out, err);
  }

  @Override
  protected int run(PrintWriter out, PrintWriter err) throws UsageException {
    Profiles profiles = Profiles.shipped();
    ConfigLoader loader = new ConfigLoader(profiles);
    ConfigResult result =
        envFile == null ? loader.check(config) : loader.load(config, variables(envFile));
    if (!(result instanceof Loaded loaded)) {
      throw new UsageException(((Rejected) result).report(), PROBLEM);
    }
    ClassPathLoader classes = new ClassPathLoader();
    files.read(classes::add, summaryOnly ? new PrintWriter(Writer.nullWriter()) : err);
    if (classes.size() == 0) {
      throw new UsageException(ApplicationFiles.NOTHING_READ, PROBLEM);
    }
    CheckReport report = new Check(classes).run(profiles, loaded);
    if (against.isEmpty()) {
      write(report, lines(report), out);
      return report.problems() == 0 && report.guarded() > 0 ? 0 : PROBLEM;
    }
    NewJars jars = new NewJars(against);
    ClassPathLoader updated = new ClassPathLoader();
    ApplicationFiles.read(against, jar -> true, updated::add, err);
    if (updated.size() == 0) {
      throw new UsageException("--against: " + ApplicationFiles.NOTHING_READ, PROBLEM);
    }
    // Unreadable files have been reported above.
    ApplicationFiles.read(
        files.files(),
        jar -> !jars.markReplaced(jar),
        updated::add,
        new PrintWriter(Writer.nullWriter()));
    DriftReport drift =
        new Drift(report, new Check(updated).run(profiles, loaded)).report(jars.report());
    write(drift, drift.lines(), out);
    return drift.problems() == 0 ? 0 : PROBLEM;
  }

  private List<String> lines(CheckReport report) {
    if (summaryOnly) {
      return TextReport.summaryLines(report);
    }
    return verbose || all ? TextReport.lines(report, all) : TextReport.shortLines(report);
  }

  /** Reads a file as Docker does: NAME=value, without quotes; a line with # is a comment. */
  private static Map<String, String> variables(Path file) throws UsageException {
    Map<String, String> variables = new HashMap<>();
    try {
      int number = 0;
      for (String text : Files.readAllLines(file)) {
        number++;
        String line = number == 1 && text.startsWith("\uFEFF") ? text.substring(1) : text;
        if (!line.isBlank() && !line.startsWith("#")) {
          String[] parts = line.split("=", 2);
          if (parts.length < 2 || parts[0].isBlank()) {
            throw new UsageException(
                "--env-file %s: line %s: expected NAME=value".formatted(file, number));
          }
          variables.put(parts[0].strip(), parts[1]);
        }
      }
    } catch (IOException e) {
      throw new UsageException("--env-file " + file + ": cannot be read: " + e);
    }
    return variables;
  }

  private void write(Object report, List<String> lines, PrintWriter out) throws UsageException {
    try {
      if (json != null && json.getPath().equals("-")) {
        out.println(ReportJson.text(report));
        return;
      }
      lines.forEach(out::println);
      if (json != null) {
        ReportJson.MAPPER.writerWithDefaultPrettyPrinter().writeValue(json, report);
      }
    } catch (IOException e) {
      throw new UsageException("--json " + json + ": cannot be written: " + e);
    }
  }
}
