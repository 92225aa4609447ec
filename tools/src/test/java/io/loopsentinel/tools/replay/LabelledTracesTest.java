package io.loopsentinel.tools.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.SentinelConfig;
import io.loopsentinel.tools.support.MalformedRecordException;
import io.loopsentinel.tools.support.RecordLines;
import java.io.FileReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** The accuracy of the defaults on 227 recorded runs, each labelled call by call. */
@EnabledIf(
    value = "io.loopsentinel.tools.replay.Recordings#arePresent",
    disabledReason = Recordings.MISSING)
class LabelledTracesTest {

  private static final List<String> FILES =
      List.of(
          "swe-agent-java",
          "kimi-terminal",
          "agentdojo-luna",
          "tau-airline",
          "claude-code-terminal",
          "mini-terminal");

  private static final List<PlayedRun> RUNS = runs();

  /** Runs of older agents, and what others than software agents do. */
  private static final Scores OLDER = scores("labels.jsonl");

  /** Runs of Claude Code and mini-swe-agent. */
  private static final Scores TODAY = scores("labels-today.jsonl");

  @Test
  void theLabelsAreThoseThatThePublishedFiguresRestOn() {
    assertThat(OLDER.runs()).isEqualTo(83);
    assertThat(OLDER.withLoop()).isEqualTo(27);
    assertThat(OLDER.withoutLoop()).isEqualTo(52);
    assertThat(OLDER.wasted()).isEqualTo(483);
    assertThat(TODAY.runs()).isEqualTo(144);
    assertThat(TODAY.withLoop()).isEqualTo(8);
  }

  @Test
  void nearlyEveryLoopOfOlderAgentsIsFoundInTime() {
    Score first = OLDER.all().firstRung();

    assertThat(first.found()).isGreaterThanOrEqualTo(26);
    assertThat(first.falseAlarms()).isEmpty();
    assertThat(first.medianDelay()).isLessThanOrEqualTo(1);
    assertThat(first.saved() / (double) OLDER.wasted()).isGreaterThanOrEqualTo(0.75);
  }

  @Test
  void honestWorkOfTodaysAgentsIsHardlyEverWarnedOf() {
    Score first = TODAY.all().firstRung();

    assertThat(first.found()).isGreaterThanOrEqualTo(4);
    assertThat(first.falseAlarms()).hasSizeLessThanOrEqualTo(3);
  }

  @Test
  void noHonestCallIsKeptFromRunning() {
    assertThat(OLDER.all().firstStop().falseAlarms()).isEmpty();
    assertThat(OLDER.all().firstStop().honestStopped()).isZero();
    assertThat(TODAY.all().firstStop().falseAlarms()).isEmpty();
    assertThat(TODAY.all().firstStop().honestStopped()).isZero();
  }

  @Test
  void mostOfTheWastedCallsAreSavedByTheFirstCallThatIsNotRun() {
    assertThat(OLDER.all().firstStop().saved() / (double) OLDER.wasted())
        .isGreaterThanOrEqualTo(0.6);
  }

  @Test
  void doesNotStopSolvedRuns() {
    Tally tally = Tally.of("all", RUNS);

    assertThat(tally.solved()).isEqualTo(175);
    assertThat(tally.flagged().solved()).isLessThanOrEqualTo(5);
    assertThat(tally.stopped().solved()).isLessThanOrEqualTo(1);
  }

  private static Scores scores(String file) {
    try (RecordLines in = new RecordLines(new FileReader(Recordings.file(file), UTF_8))) {
      return Scores.of(Label.read(in), RUNS);
    } catch (IOException | MalformedRecordException e) {
      throw new AssertionError(e);
    }
  }

  private static List<PlayedRun> runs() {
    List<PlayedRun> runs = new ArrayList<>();
    Playback playback = new Playback(SentinelConfig.DEFAULT.engine());
    for (String name : FILES) {
      try (RecordLines in = RecordLines.open(Recordings.file(name + ".jsonl.gz"))) {
        RecordingFile.read(
            in,
            name,
            run -> runs.add(playback.play(run)),
            (line, reason) -> {
              throw new AssertionError(line + ": " + reason);
            });
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
    return runs;
  }
}
