package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.Subcommand;
import io.loopsentinel.agent.command.UsageException;
import io.loopsentinel.agent.command.replay.recording.RecordingFile;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command line of {@code replay}. Exit codes: 0 done, 1 nothing readable, 2 wrong usage. */
@Command(
    name = "replay",
    description = {
      "Plays recorded conversations and says what would have been found in them.",
      "",
      "Runs are read in the chat format of OpenAI, one a line, or from an audit log that holds"
          + " calls, plain or gzip. No model and no tool is called, and nothing is sent anywhere."
    },
    sortOptions = false)
public final class ReplayCommand extends Subcommand {

  private static final int NOTHING_READABLE = 1;

  @Parameters(paramLabel = "RUNS", arity = "1..*", description = "Files of recorded runs.")
  private List<File> files = new ArrayList<>();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The configuration to play under; the defaults if none is named.")
  private @Nullable File config;

  @Option(
      names = "--compare",
      paramLabel = "FILE",
      description = "A second configuration, to be shown beside the first.")
  private @Nullable File compare;

  @Option(
      names = "--sweep",
      paramLabel = "SETTING=VALUES",
      description =
          "Tries a setting with several values: threshold=2..6, detectors.error.threshold=2,3,5,"
              + " detectors.similar_calls.similarity=0.7..0.9:0.05.")
  private @Nullable String sweep;

  @Option(
      names = "--suggest",
      description = "Proposes overrides for tools whose repeats were work.")
  private boolean suggest;

  @Option(
      names = "--labels",
      paramLabel = "FILE",
      description = "What readers say about the runs, to score the findings by.")
  private @Nullable File labels;

  @Option(names = "--runs", description = "Lists each finding with its evidence.")
  private boolean runs;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes everything as JSON; \"-\" writes it in the place of the tables.")
  private @Nullable File json;

  @Option(names = "--html", paramLabel = "FILE", description = "Writes a page with plots.")
  private @Nullable File html;

  @Override
  protected int run(PrintWriter out, PrintWriter err) throws UsageException, IOException {
    ReplayOptions options =
        new ReplayOptions(recordings(), config, compare, sweep, suggest, labels, runs, json, html);
    return new Replay(options, out, err).run() ? 0 : NOTHING_READABLE;
  }

  private List<RecordingFile> recordings() throws UsageException {
    List<RecordingFile> recordings = new ArrayList<>();
    for (File file : files) {
      if (!file.exists()) {
        throw new UsageException(file + ": there is no such file");
      }
      if (file.isDirectory()) {
        throw new UsageException(file + ": is a directory; name the files in it");
      }
      recordings.add(new RecordingFile(file));
    }
    return recordings;
  }
}
