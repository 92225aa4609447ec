package io.loopsentinel.tools.replay;

import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.targets.config.ConfigResult;
import io.loopsentinel.targets.load.ConfigLoader;
import io.loopsentinel.targets.load.Profiles;
import io.loopsentinel.tools.support.MalformedRecordException;
import io.loopsentinel.tools.support.RecordLines;
import io.loopsentinel.tools.support.ReportJson;
import io.loopsentinel.tools.support.Subcommand;
import io.loopsentinel.tools.support.UsageException;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@code replay}. Exit codes: 0 done, 1 nothing readable, 2 wrong usage. */
@Command(
    name = "replay",
    description = {
      "Plays recorded conversations and reports what would have been found in them.",
      "",
      "Runs are read in the chat format of OpenAI, one per line, or from an audit log that"
          + " contains calls, plain or gzip. No model and no tool is called, and nothing is sent"
          + " anywhere."
    },
    exitCodeList = {" 0:done", " 1:no run could be read", " 2:wrong usage"},
    footer = "  java -jar loop-sentinel.jar replay runs.jsonl",
    sortOptions = false)
public final class ReplayCommand extends Subcommand {

  private static final int NOTHING_READABLE = 1;

  @Parameters(paramLabel = "RUNS", arity = "1..*", description = "Files of recorded runs.")
  private List<File> files = new ArrayList<>();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration to play under; default: the built-in defaults.")
  private @Nullable File config;

  @Option(
      names = "--compare",
      paramLabel = "FILE",
      description = "A second configuration, which is shown beside the first.")
  private @Nullable File compare;

  @Option(
      names = "--suggest",
      description = "Proposes overrides for tools whose repeats were useful work.")
  private boolean suggest;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description = "Human labels of the runs, to score the findings by.")
  private @Nullable File labels;

  @Option(
      names = "--half",
      paramLabel = "HALF",
      description =
          "Plays only one half of the runs, tuning or reporting; a run's id determines its half.")
  private @Nullable Half half;

  @Option(
      names = "--one-session",
      description =
          "Plays a recording of several questions as one session; default: one for each question.")
  private boolean oneSession;

  @Option(names = "--runs", description = "Lists each finding with its evidence.")
  private boolean runs;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes everything as JSON; \"-\" writes it instead of the tables.")
  private @Nullable File json;

  @Override
  protected int run(PrintWriter out, PrintWriter err) throws UsageException {
    RecordLines.requireFiles(files, json);
    Map<String, Label> known = labels == null ? null : read(labels);
    Measurement main =
        new Measurement(
            config == null ? "defaults" : config.getName(), load("--config", config, err), known);
    Measurement other = compare == null ? null : compared(compare, main.name(), known, err);
    boolean jsonOnly = json != null && json.getPath().equals("-");
    // Opened before the first run, so that a wrong path costs no time; an earlier report is kept.
    try (FileOutputStream file =
        json == null || jsonOnly ? null : new FileOutputStream(json, true)) {

      EngineSettings settings = main.settings();
      ReuseTrial reuse = ReuseTrial.isConfigured(settings) ? new ReuseTrial(settings) : null;
      List<Replay.Player> players = new ArrayList<>(List.of(main));
      Stream.of(other, reuse).filter(Objects::nonNull).forEach(players::add);
      long brokenLines = new Replay(players, half, oneSession, err).play(files);
      Suggestions suggestions = suggest ? Suggestions.of(settings, main.runs()) : null;
      Measurement applied = suggestions == null ? null : applied(suggestions);
      if (main.total().runs() == 0) {
        throw new UsageException("No run could be read.", NOTHING_READABLE);
      }
      if (json != null) {
        String report =
            ReportJson.text(
                new JsonReport(
                    "loop-sentinel-replay",
                    1,
                    main.name(),
                    main.runs(),
                    brokenLines,
                    main,
                    other,
                    suggestions == null ? null : suggestions.proposals(),
                    reuse == null ? null : reuse.figures()));
        if (file == null) {
          out.print(report);
        } else {
          replace(file, report);
        }
      }
      if (!jsonOnly) {
        new TextReport(out, main, other, runs).write(suggestions, applied);
        if (reuse != null) {
          out.print("\n" + Tables.reuse(reuse));
        }
      }
    } catch (IOException e) {
      throw new UsageException("cannot write a report: " + e.getMessage());
    }
    return 0;
  }

  private static Measurement compared(
      File file, String main, @Nullable Map<String, Label> labels, PrintWriter err)
      throws UsageException {
    String name = file.getName().equals(main) ? file.getPath() : file.getName();
    return new Measurement(name, load("--compare", file, err), labels);
  }

  /**
   * Loads a configuration by the agent's own rules. System properties and the environment are
   * ignored, so that the figures of a replay do not depend on where it runs.
   *
   * @param named the file; {@code null} for the defaults
   */
  private static EngineSettings load(String option, @Nullable File named, PrintWriter err)
      throws UsageException {
    if (named != null && !named.isFile()) {
      throw new UsageException(option + " " + named + ": there is no such file");
    }
    Map<String, String> properties =
        named == null ? Map.of() : Map.of("loopsentinel.config", named.getPath());
    ConfigResult result = new ConfigLoader(Profiles.shipped()).check(null, properties, Map.of());
    if (result instanceof ConfigResult.Rejected rejected) {
      throw new UsageException(rejected.report());
    }
    ConfigResult.Loaded loaded = (ConfigResult.Loaded) result;
    loaded.warnings().forEach(warning -> err.println("warning: " + warning));
    return loaded.config().engine();
  }

  private static void replace(FileOutputStream file, String report) throws IOException {
    if (file.getChannel().size() > 0) { // A pipe cannot be truncated.
      file.getChannel().truncate(0);
    }
    file.write(report.getBytes(StandardCharsets.UTF_8));
  }

  private static Map<String, Label> read(File file) throws UsageException {
    try (RecordLines in = RecordLines.open(file)) {
      return Label.read(in);
    } catch (IOException e) {
      throw new UsageException("--labels " + file + ": cannot be read: " + e.getMessage());
    } catch (MalformedRecordException e) {
      throw new UsageException("--labels " + file + ": " + e.getMessage());
    }
  }

  /** Plays all files again with the proposals, to measure their effect instead of guessing it. */
  private @Nullable Measurement applied(Suggestions suggestions) {
    if (suggestions.proposals().isEmpty()) {
      return null;
    }
    Measurement applied = new Measurement("with proposals", suggestions.applied(), null);
    PrintWriter reportedAlready = new PrintWriter(Writer.nullWriter());
    new Replay(List.of(applied), half, oneSession, reportedAlready).play(files);
    return applied;
  }
}
