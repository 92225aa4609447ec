package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.config.TargetKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes what was found as a configuration. Where a profile guards a better target than the best
 * that is left, none of its kind is in force.
 */
final class InspectionReport {

  /** The score from which a tool target or a run is in force; a turn, which less hangs on. */
  private static final int CLEAR = 40;

  private static final int CLEAR_TURN = 30;

  private final TypeIndex index;
  private final List<Candidate> ranked;
  private final KnownTargets known;
  private final ResultReadings results;
  private final TargetsFile file = new TargetsFile();

  /** Creates a report, in which what profiles guard is told as guarded if asked for. */
  InspectionReport(TypeIndex index, boolean withProfiles) {
    CallGraph graph = new CallGraph(index);
    this.index = index;
    this.ranked = new Ranking(index, graph).rank();
    this.results = new ResultReadings(index, index.all());
    this.known = new KnownTargets(index, graph);
    if (withProfiles) {
      known.add(Profiles.shipped());
    }
  }

  /**
   * Returns the lines of the file.
   *
   * @param mostOfKind how many candidates of each kind are told at most
   * @param leastScore the score below which a candidate is left out
   */
  List<String> write(Set<TargetKind> kinds, int mostOfKind, int leastScore) {
    for (TargetKind kind : new TreeSet<>(kinds)) {
      List<Candidate> ofKind = ranked.stream().filter(each -> each.kind() == kind).toList();
      List<Candidate> told =
          ofKind.stream().filter(each -> each.score() >= leastScore).limit(mostOfKind).toList();
      String count = told.isEmpty() ? "none found" : told.size() + " of " + ofKind.size();
      file.heading("What looks like " + TargetsFile.meaning(kind) + ": " + count);
      for (int i = 0; i < told.size(); i++) {
        tell(told.get(i), i + 1);
      }
    }
    return file.lines("inspect in %,d classes. Nothing of them was run.".formatted(index.size()));
  }

  private void tell(Candidate candidate, int rank) {
    String title = rank + ". " + candidate.title();
    Optional<String> guard = known.guarding(candidate);
    if (guard.isPresent()) {
      file.comment(title + " " + guard.get());
      return;
    }
    results.addTo(candidate);
    int score = candidate.score();
    file.comment(title + ", score " + score);
    candidate.doubts().forEach(doubt -> file.note("is a comment, for it " + doubt));
    candidate
        .signals()
        .forEach(each -> file.note("%+d %s".formatted(each.weight(), each.reason())));
    if (candidate.lacksResult()) {
      file.note(
          "result is missing: nothing was found that builds a "
              + candidate.method().result().getClassName()
              + " from a text; until it is given, a hint falls to abort");
    }
    int clear = candidate.kind() == TargetKind.TURN ? CLEAR_TURN : CLEAR;
    file.target(candidate, rank, rank == 1 && candidate.onlyReads() && score >= clear);
  }
}
