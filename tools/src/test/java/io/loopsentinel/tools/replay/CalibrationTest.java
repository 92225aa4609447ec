package io.loopsentinel.tools.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.tools.support.UsageException;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;

/** What calibrating on one half of the recorded solved runs is worth on the other half, and why. */
@Tag("slow")
@EnabledIf(
    value = "io.loopsentinel.tools.replay.Recordings#arePresent",
    disabledReason = Recordings.MISSING)
class CalibrationTest {

  private static final List<String> FILES =
      List.of(
          "agentdojo-luna",
          "claude-code-terminal",
          "kimi-terminal",
          "mini-terminal",
          "swe-agent-java",
          "tau-airline");

  private static final Set<String> NONE = Set.of();
  private static final double SHARE = 0.05;
  private static final long SEED = 23;

  private static final List<Recording> SOLVED = solved();

  @Test
  void theDefaultsKeepTheBoundInNearlyAllSplits() throws Exception {
    assertThat(splitsThatKeepTheBound(null)).isGreaterThanOrEqualTo(95);
  }

  @Test
  void anImpatientConfigurationIsLoosenedUntilItKeepsTheBoundInNearlyAllSplits() throws Exception {
    File stopsEverySixthSolvedRun = new File("../docs/samples/impatient.yaml");

    assertThat(splitsThatKeepTheBound(stopsEverySixthSolvedRun)).isGreaterThanOrEqualTo(95);
  }

  @Test
  void aDetectorThatAloneStopsRunsIsLoosenedAloneUntilItStopsNone() {
    List<Loosening> family =
        Calibration.family(
            IntStream.rangeClosed(0, Loosening.OFF)
                .mapToObj(step -> List.of(Set.<String>of(), step < 4 ? Set.of("error") : NONE))
                .toList());

    assertThat(family.get(0)).isEqualTo(Loosening.NONE);
    assertThat(family.subList(1, 8))
        .extracting(Loosening::steps)
        .allSatisfy(steps -> assertThat(steps).containsOnlyKeys("error"));
    assertThat(family.get(family.size() - 1))
        .isEqualTo(Calibration.uniformFamily().get(Loosening.OFF));
  }

  @Test
  void aRunCountsAsStoppedUntilNoMorePatientConfigurationStopsIt() {
    List<Set<String>> stopsTheFirst = List.of(Set.of("repeat"), NONE);
    List<Set<String>> stopsNone = List.of(NONE, NONE);

    assertThat(Calibration.choice(List.of(stopsNone, stopsTheFirst, stopsNone), 0)).isEqualTo(2);
    assertThat(Calibration.choice(List.of(stopsNone, stopsTheFirst, stopsNone), 1)).isZero();
    assertThat(Calibration.choice(List.of(stopsNone, stopsTheFirst), 0)).isEqualTo(2);
  }

  /** The upper ends of Clopper and Pearson's intervals of 95 % are 4.99 %, 4.96 % and 5.00 %. */
  @Test
  void soManyStopsAreAllowedAsTheBinomialBoundDoes() {
    assertThat(Calibration.allowed(71, SHARE)).isEqualTo(-1);
    assertThat(Calibration.allowed(72, SHARE)).isZero();
    assertThat(Calibration.allowed(110, SHARE)).isEqualTo(1);
    assertThat(Calibration.allowed(142, SHARE)).isEqualTo(2);
  }

  /**
   * Calibrates on a random half of the runs, and counts the stops in the other, a hundred times.
   */
  private static int splitsThatKeepTheBound(@Nullable File config) throws Exception {
    Trials trials = new Trials(config);
    Random random = new Random(SEED);
    int kept = 0;
    for (int split = 0; split < 100; split++) {
      List<Integer> runs = new ArrayList<>(IntStream.range(0, SOLVED.size()).boxed().toList());
      Collections.shuffle(runs, random);
      int half = runs.size() / 2;
      int ordering = Calibration.orderingRuns(half, SHARE);

      Loosening chosen = trials.chosen(runs.subList(0, ordering), runs.subList(ordering, half));

      List<Set<String>> others = trials.stops(chosen, runs.subList(half, runs.size()));
      long stopped = others.stream().filter(detectors -> !detectors.isEmpty()).count();
      kept += stopped <= SHARE * others.size() ? 1 : 0;
    }
    return kept;
  }

  /**
   * The recorded solved runs under loosenings of one configuration. To save time, a detector that
   * does not stop a run as played is taken not to stop it when it is looser.
   */
  private static final class Trials {

    private record Trial(int run, Loosening loosening) {}

    private final Configurations configurations;
    private final EngineSettings played;
    private final List<Set<String>> before;
    private final Map<Loosening, Playback> playbacks = new HashMap<>();
    private final Map<Trial, Set<String>> stops = new HashMap<>();

    Trials(@Nullable File config) throws UsageException {
      configurations = new Configurations(config, new PrintWriter(Writer.nullWriter()));
      played = configurations.measurements(null, null, null).main().settings();
      Playback playback = new Playback(played);
      before = SOLVED.stream().map(run -> playback.play(run).stoppedBy()).toList();
    }

    Loosening chosen(List<Integer> ordering, List<Integer> calibrating) {
      List<Loosening> family =
          Calibration.family(
              Calibration.uniformFamily().stream().map(each -> stops(each, ordering)).toList());
      List<List<Set<String>>> byLoosening =
          family.stream().map(each -> stops(each, calibrating)).toList();
      int allowed = Calibration.allowed(calibrating.size(), SHARE);
      return family.get(Calibration.choice(byLoosening, allowed));
    }

    /** Returns for each run the detectors that stop it. */
    List<Set<String>> stops(Loosening loosening, List<Integer> runs) {
      return runs.stream().map(run -> stops(loosening, run)).toList();
    }

    private Set<String> stops(Loosening loosening, int run) {
      Map<String, Integer> steps = new TreeMap<>(loosening.steps());
      steps.keySet().retainAll(before.get(run));
      return before.get(run).isEmpty()
          ? Set.of()
          : stops.computeIfAbsent(new Trial(run, new Loosening(steps)), this::play);
    }

    private Set<String> play(Trial trial) {
      return playbacks
          .computeIfAbsent(
              trial.loosening(), each -> new Playback(configurations.loosened(played, each)))
          .play(SOLVED.get(trial.run()))
          .stoppedBy();
    }
  }

  private static List<Recording> solved() {
    List<Recording> solved = new ArrayList<>();
    for (String name : FILES) {
      Read read = new Read();
      try {
        new RecordingFile(Recordings.file(name + ".jsonl.gz")).read(read);
      } catch (IOException e) {
        throw new AssertionError(e);
      }
      read.runs.stream().filter(run -> Boolean.TRUE.equals(run.success())).forEach(solved::add);
    }
    return solved;
  }
}
