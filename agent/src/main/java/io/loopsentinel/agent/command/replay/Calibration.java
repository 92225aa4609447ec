package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.UsageException;
import io.loopsentinel.engine.settings.EngineSettings;
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
 * The least loosening of the detectors under which at most a share of the solved runs meets a stop.
 *
 * <p>Split conformal prediction (V. Vovk et al., "Algorithmic Learning in a Random World", 2005; A.
 * N. Angelopoulos and S. Bates, "A gentle introduction to conformal prediction", arXiv 2107.07511):
 * some of the solved runs give a <em>family</em> of more and more patient configurations. The
 * <em>score</em> of each other run is the first of these from which on none stops it, and one of
 * the greatest scores is chosen. That is valid whatever the detectors do, for future runs that are
 * exchangeable with these.
 *
 * <p>The score of rank ceil((n + 1) (1 - share)) of n keeps the share in the mean over samples of n
 * runs; of single samples of recorded runs three in four kept it. So a greater one is taken, by the
 * binomial bound of C. J. Clopper and E. S. Pearson (1934), which keeps it with a confidence (A. N.
 * Angelopoulos et al., "Learn then Test", arXiv 2110.01052).
 *
 * @param share of future solved runs that may meet a stop, above 0 and below 1
 * @param confidence with which the share is kept
 * @param runsOrdering how many solved runs told the order in which detectors are loosened
 * @param runsCalibrating how many others the bound rests on
 * @param stoppedBefore how many of these meet a stop under the configuration played
 * @param stopped how many of these meet one under the configuration proposed
 * @param yaml the settings that differ from what was played; empty where none does
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

  /** That of one end of the usual interval, which is left at either end in 2.5 % of samples. */
  private static final double CONFIDENCE = 0.975;

  /** Steps of a detector beyond what the runs that tell the order ask for. */
  private static final int FURTHER = 3;

  /**
   * Calibrates.
   *
   * @param played under the configuration to be loosened
   * @param playing plays all runs
   * @throws UsageException if there are too few solved runs for a bound
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
    if (solved.size() < least(share)) {
      throw new UsageException(
          "--calibrate %s: needs at least %d solved runs (\"success\": true), found %d; record more, or allow a larger share"
              .formatted(share, least(share), solved.size()));
    }
    Function<Loosening, EngineSettings> loosened =
        each -> configurations.loosened(played.settings(), each);
    Set<String> ordering = Set.copyOf(solved.subList(0, ordering(solved.size(), share)));
    StopTrials uniform =
        new StopTrials(
            uniform().stream().map(loosened).toList(), run -> ordering.contains(run.id()));
    playing.accept(uniform);
    List<Loosening> family = family(uniform.stops());
    StopTrials trials =
        new StopTrials(family.stream().map(loosened).toList(), run -> !ordering.contains(run.id()));
    playing.accept(trials);

    List<Set<String>> before = trials.stops().get(0);
    int choice = choice(trials.stops(), allowed(before.size(), share));
    if (choice == family.size()) {
      throw new UsageException(
          "--calibrate %s: %d of %d solved runs meet a stop with all detectors off; raise the caps of the budget"
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

  /** Returns all detectors loosened by 0, 1, ... steps. */
  static List<Loosening> uniform() {
    return Stream.iterate(Loosening.NONE, each -> each.looser(Loosening.DETECTORS))
        .limit(Loosening.OFF + 1)
        .toList();
  }

  /**
   * Returns the configurations to choose from, from the one played to one without detectors. Of
   * each, the detector that stops most runs is loosened next; once no run is stopped, some steps
   * more those that stopped any, then as many the others one by one, and at last all.
   *
   * @param uniform by {@link #uniform} for each run that tells the order the detectors that stop it
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
    List<Collection<String>> further = new ArrayList<>(Collections.nCopies(FURTHER, stopping));
    Loosening.DETECTORS.stream()
        .filter(each -> !stopping.contains(each))
        .forEach(each -> further.addAll(Collections.nCopies(FURTHER, Set.of(each))));
    further.addAll(Collections.nCopies(Loosening.OFF, Loosening.DETECTORS));
    for (Collection<String> some : further) {
      latest = latest.looser(some);
      family.add(latest);
    }
    return family.stream().distinct().toList();
  }

  private static @Nullable String worst(Loosening latest, List<List<Set<String>>> uniform) {
    String worst = null;
    long most = 0;
    for (String detector : Loosening.DETECTORS) {
      long stopped =
          uniform.get(latest.of(detector)).stream().filter(run -> run.contains(detector)).count();
      if (stopped > most) {
        worst = detector;
        most = stopped;
      }
    }
    return worst;
  }

  /**
   * Returns which configuration of a family is chosen; its size where none is patient enough.
   *
   * @param stops by configuration for each run the detectors that stop it
   * @param allowed how many runs may have a greater score
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
   * Returns how many of some runs may be stopped: the most of which so few or fewer are improbable
   * if more than the share of all runs were stopped. Below 0 where even none is probable.
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

  /** Returns the least number of runs that a bound can rest on. */
  private static long least(double share) {
    return (long) Math.ceil(Math.log(1 - CONFIDENCE) / Math.log(1 - share));
  }

  /** Returns how many of the solved runs tell the order: half, or what a bound can do without. */
  static int ordering(int solved, double share) {
    return (int) Math.min(solved / 2, solved - least(share));
  }
}
