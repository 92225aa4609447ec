package io.loopsentinel.agent.command.replay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.config.SentinelConfig;
import java.io.File;
import java.io.FileReader;
import java.io.IOException;
import java.io.LineNumberReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What the shipped defaults are worth on 83 recorded runs that were read call by call. */
class LabelledTracesTest {

  private static final List<String> FILES =
      List.of("swe-agent-java", "kimi-terminal", "agentdojo-luna", "tau-airline");

  private static final Scores SCORES = scores();

  @Test
  void theLabelsAreThoseThatThePublishedFiguresRestOn() {
    assertThat(SCORES.runs()).isEqualTo(83);
    assertThat(SCORES.withLoop()).isEqualTo(27);
    assertThat(SCORES.withoutLoop()).isEqualTo(52);
    assertThat(SCORES.wasted()).isEqualTo(483);
  }

  @Test
  void theFirstRungComesInTimeAndHardlyEverWithoutALoop() {
    Score first = SCORES.all().firstRung();

    assertThat(first.found()).isGreaterThanOrEqualTo(24);
    assertThat(first.falseAlarms()).hasSizeLessThanOrEqualTo(1);
    assertThat(first.medianDelay()).isZero();
  }

  @Test
  void noHonestCallIsKeptFromRunning() {
    Score stop = SCORES.all().firstStop();

    assertThat(stop.falseAlarms()).isEmpty();
    assertThat(stop.honestStopped()).isZero();
  }

  @Test
  void mostOfTheWastedCallsAreSaved() {
    assertThat(SCORES.all().firstStop().saved() / (double) SCORES.wasted())
        .isGreaterThanOrEqualTo(0.7);
  }

  private static Scores scores() {
    try (LineNumberReader in = new LineNumberReader(new FileReader(trace("labels.jsonl"), UTF_8))) {
      Map<String, Label> labels = Label.read(in);
      List<PlayedRun> runs = new ArrayList<>();
      Playback playback = new Playback(SentinelConfig.DEFAULT.engine());
      for (String name : FILES) {
        new RecordingFile(trace(name + ".jsonl.gz")).read(new Playing(playback, runs));
      }
      return Scores.of(labels, runs);
    } catch (IOException | MalformedRecordException e) {
      throw new AssertionError(e);
    }
  }

  private static File trace(String name) {
    return new File("src/test/resources/traces", name);
  }

  private record Playing(Playback playback, List<PlayedRun> runs) implements RecordingFile.Sink {

    @Override
    public void run(Recording run) {
      runs.add(playback.play(run));
    }

    @Override
    public void broken(long line, String reason) {
      throw new AssertionError(line + ": " + reason);
    }
  }
}
