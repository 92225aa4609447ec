package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.config.TargetKind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Writes what was found as a configuration. Where a profile guards a better target than the best
 * that is left, none of its kind is in force.
 */
final class InspectionReport {

  /**
   * The score from which a tool target or a run is in force, and that of a turn, which less hangs
   * on.
   */
  private static final int CLEAR = 40;

  private static final int CLEAR_TURN = 30;

  private final TypeIndex index;
  private final Ranking ranking;
  private final Function<Candidate, Optional<String>> known;
  private final ResultReadings results;
  private final TargetsFile file = new TargetsFile();

  /**
   * Creates a report.
   *
   * @param withProfiles whether what profiles guard is told as guarded
   */
  InspectionReport(TypeIndex index, boolean withProfiles) {
    this.index = index;
    this.ranking = new Ranking(index);
    this.results = new ResultReadings(index, index.all());
    this.known =
        withProfiles
            ? new KnownTargets(index, ranking, Profiles.shipped())::guarding
            : candidate -> Optional.empty();
  }

  /**
   * Returns the lines of the file.
   *
   * @param mostOfKind how many candidates of each kind are told at most
   * @param leastScore the score below which a candidate is left out
   */
  List<String> write(Set<TargetKind> kinds, int mostOfKind, int leastScore) {
    List<Candidate> ranked = ranking.rank();
    for (TargetKind kind : TargetKind.values()) {
      if (kinds.contains(kind)) {
        List<Candidate> ofKind = ranked.stream().filter(each -> each.kind() == kind).toList();
        List<Candidate> told =
            ofKind.stream().filter(each -> each.score() >= leastScore).limit(mostOfKind).toList();
        file.heading(
            heading(kind)
                + (told.isEmpty() ? ": none found" : ": " + told.size() + " of " + ofKind.size()));
        for (int i = 0; i < told.size(); i++) {
          tell(told.get(i), i + 1);
        }
      }
    }
    return file.lines("inspect in %,d classes. Nothing of them was run.".formatted(index.size()));
  }

  private void tell(Candidate candidate, int rank) {
    Optional<String> guard = known.apply(candidate);
    if (guard.isPresent()) {
      file.comment(rank + ". " + candidate.title() + " " + guard.get());
      return;
    }
    boolean isTool = candidate.kind() == TargetKind.TOOL;
    Candidate whole = isTool ? results.addTo(candidate) : candidate;
    file.comment(rank + ". " + whole.title() + ", score " + whole.score());
    whole.doubts().forEach(doubt -> file.note("is a comment, for it " + doubt));
    whole.signals().forEach(each -> file.note("%+d %s".formatted(each.weight(), each.reason())));
    if (isTool && !whole.readings().containsKey("result")) {
      file.note(
          "result is missing: nothing was found that builds a "
              + whole.method().result().getClassName()
              + " from a text; until it is given, a hint falls to abort");
    }
    int clear = whole.kind() == TargetKind.TURN ? CLEAR_TURN : CLEAR;
    file.target(whole, rank, rank == 1 && whole.onlyReads() && whole.score() >= clear);
  }

  private static String heading(TargetKind kind) {
    return switch (kind) {
      case TOOL -> "What looks like tool dispatch";
      case TURN -> "What looks like a turn of the model";
      case RUN -> "What looks like a run";
    };
  }
}
