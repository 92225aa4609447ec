package io.loopsentinel.tools.replay;

import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.tools.support.UsageException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The smallest loosening of the detectors that stops at most a given share of the solved runs.
 *
 * <p>Split conformal prediction (V. Vovk et al., "Algorithmic Learning in a Random World", 2005; A.
 * N. Angelopoulos and S. Bates, "A gentle introduction to conformal prediction", arXiv 2107.07511):
 * some of the solved runs determine a <em>family</em> of increasingly patient configurations. The
 * <em>score</em> of each other run is the index of the first configuration such that neither it nor
 * any later one stops the run. One of the highest scores is chosen. The result is valid for any
 * detectors, provided that future runs are exchangeable with the recorded ones.
 *
 * <p>The score of rank ceil((n + 1) (1 - share)) of n keeps the share on average over samples of n
 * runs, but only three in four single samples of recorded runs kept it. A higher score is therefore
 * chosen by the binomial bound of C. J. Clopper and E. S. Pearson (1934), which keeps the share
 * with a given confidence (A. N. Angelopoulos et al., "Learn then Test", arXiv 2110.01052).
 *
 * @param share maximum share of future solved runs that are stopped, above 0 and below 1
 * @param confidence probability that the share is kept
 * @param runsOrdering number of solved runs that determined the order of loosening
 * @param runsCalibrating number of other solved runs, on which the bound rests
 * @param stoppedBefore how many of {@code runsCalibrating} the played configuration stops
 * @param stopped how many of {@code runsCalibrating} the proposed configuration stops
 * @param yaml the settings that differ from the played configuration; empty if none do
 */
record Calibration(
    double share,
    double confidence,
    int runsOrdering,
    int runsCalibrating,
    long stoppedBefore,
    long stopped,
    Loosening loosenedBySteps,
    String yaml) {

  /** One-sided confidence that corresponds to the usual two-sided interval of 95 %. */
  private static final double CONFIDENCE = 0.975;

  /** Steps added to each detector after none of the ordering runs is stopped any more. */
  private static final int EXTRA_STEPS = 3;

  /**
   * Calibrates a configuration.
   *
   * @param played the runs played under the configuration to loosen
   * @param playing plays all runs again with the given player
   * @throws UsageException if there are too few solved runs for a bound, or if runs are stopped
   *     even without detectors
   */
  static Calibration of(
      double share,
      Measurement played,
      Configurations configurations,
      Consumer<Replay.Player> playing)
      throws UsageException {
    List<String> solved =
        played.runs().stream()
            .filter(PlayedRun::succeeded)
            .map(PlayedRun::id)
            .distinct()
            .sorted(Comparator.comparing(Half::hash, Arrays::compare))
            .toList();
    if (solved.size() < minRuns(share)) {
      throw new UsageException(
          "--calibrate %s: needs at least %d solved runs (\"success\": true), found %d; record more, or allow a larger share"
              .formatted(share, minRuns(share), solved.size()));
    }
    Function<Loosening, EngineSettings> loosened =
        each -> configurations.loosened(played.settings(), each);
    Set<String> ordering = Set.copyOf(solved.subList(0, orderingRuns(solved.size(), share)));
    StopTrials uniform =
        new StopTrials(
            uniformFamily().stream().map(loosened).toList(), run -> ordering.contains(run.id()));
    playing.accept(uniform);
    List<Loosening> family = family(uniform.stops());
    StopTrials trials =
        new StopTrials(family.stream().map(loosened).toList(), run -> !ordering.contains(run.id()));
    playing.accept(trials);

    List<Set<String>> before = trials.stops().get(0);
    int choice = choice(trials.stops(), allowed(before.size(), share));
    if (choice == family.size()) {
      throw new UsageException(
          "--calibrate %s: %d of %d solved runs are stopped with all detectors off; raise the caps of the budget"
              .formatted(share, stopped(trials.stops().get(choice - 1)), before.size()));
    }
    return new Calibration(
        share,
        CONFIDENCE,
        solved.size() - before.size(),
        before.size(),
        stopped(before),
        stopped(trials.stops().get(choice)),
        family.get(choice),
        CalibrationText.yaml(family.get(choice), played.settings()));
  }

  private static long stopped(List<Set<String>> runs) {
    return runs.stream().filter(each -> !each.isEmpty()).count();
  }

  /** Returns loosenings of all detectors by 0, 1, ... steps. */
  static List<Loosening> uniformFamily() {
    return Stream.iterate(Loosening.NONE, each -> each.looser(Loosening.DETECTORS))
        .limit(Loosening.OFF + 1)
        .toList();
  }

  /**
   * Returns the configurations to choose from, from the played one to one without detectors. Each
   * step loosens the detector that stops most runs. Once no run is stopped, the detectors that
   * stopped any are loosened by {@link #EXTRA_STEPS} more steps, then the others one by one by as
   * many steps, and finally all of them until they are off.
   *
   * @param uniform for each of {@link #uniformFamily}, the detectors that stop each ordering run
   */
  static List<Loosening> family(List<List<Set<String>>> uniform) {
    List<Loosening> family = new ArrayList<>();
    Set<String> stopping = new TreeSet<>();
    Loosening latest = Loosening.NONE;
    family.add(latest);
    for (String worst = worst(latest, uniform); worst != null; worst = worst(latest, uniform)) {
      stopping.add(worst);
      latest = latest.looser(Set.of(worst));
      family.add(latest);
    }
    List<Collection<String>> further = new ArrayList<>(Collections.nCopies(EXTRA_STEPS, stopping));
    Loosening.DETECTORS.stream()
        .filter(each -> !stopping.contains(each))
        .forEach(each -> further.addAll(Collections.nCopies(EXTRA_STEPS, Set.of(each))));
    further.addAll(Collections.nCopies(Loosening.OFF, Loosening.DETECTORS));
    for (Collection<String> detectors : further) {
      latest = latest.looser(detectors);
      family.add(latest);
    }
    return family.stream().distinct().toList();
  }

  private static @Nullable String worst(Loosening latest, List<List<Set<String>>> uniform) {
    String worst = null;
    long max = 0;
    for (String detector : Loosening.DETECTORS) {
      long stopped =
          uniform.get(latest.stepsOf(detector)).stream()
              .filter(run -> run.contains(detector))
              .count();
      if (stopped > max) {
        worst = detector;
        max = stopped;
      }
    }
    return worst;
  }

  /**
   * Returns the index of the chosen configuration, or the size of the family if none suffices.
   *
   * @param stops for each configuration, the detectors that stop each run
   * @param allowed number of runs that may have a higher score
   */
  static int choice(List<List<Set<String>>> stops, int allowed) {
    List<Integer> scores = new ArrayList<>();
    int runs = stops.get(0).size();
    for (int run = 0; run < runs; run++) {
      int score = stops.size();
      while (score > 0 && stops.get(score - 1).get(run).isEmpty()) {
        score--;
      }
      scores.add(score);
    }
    scores.sort(null);
    return scores.get(runs - 1 - allowed);
  }

  /**
   * Returns the maximum number of sampled runs that may be stopped. If more than the share of all
   * runs were stopped, a sample with so few stopped runs would be improbable. Negative if there are
   * too few runs for any number.
   */
  static int allowed(int runs, double share) {
    double exactly = Math.pow(1 - share, runs);
    double atMost = exactly;
    int allowed = -1;
    while (atMost <= 1 - CONFIDENCE) {
      allowed++;
      exactly *= (runs - allowed) * share / ((allowed + 1) * (1 - share));
      atMost += exactly;
    }
    return allowed;
  }

  /** Returns the minimum number of runs for a bound. */
  private static long minRuns(double share) {
    return (long) Math.ceil(Math.log(1 - CONFIDENCE) / Math.log(1 - share));
  }

  /** Returns the number of ordering runs: half, or fewer if the bound needs the others. */
  static int orderingRuns(int solved, double share) {
    return (int) Math.min(solved / 2, solved - minRuns(share));
  }
}
