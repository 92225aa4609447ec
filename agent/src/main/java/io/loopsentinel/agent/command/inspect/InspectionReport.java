package io.loopsentinel.agent.command.inspect;

import io.loopsentinel.agent.command.inspect.propose.ResultReadings;
import io.loopsentinel.agent.command.inspect.propose.TargetYaml;
import io.loopsentinel.agent.command.inspect.rank.Candidate;
import io.loopsentinel.agent.command.inspect.rank.Ranking;
import io.loopsentinel.agent.command.inspect.rank.Signal;
import io.loopsentinel.agent.command.inspect.rank.TypeIndex;
import io.loopsentinel.agent.config.Profiles;
import io.loopsentinel.agent.config.TargetKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Writes what was found as a configuration.
 *
 * <p>Of each kind the best target is in force and the others are comments, so that the file guards
 * what it should and nothing else. Where a profile guards a better one, none is in force.
 */
final class InspectionReport {

  private static final String INDENT = "    ";

  /**
   * The score from which a tool target or a run is in force, and that of a turn, which less hangs
   * on.
   */
  private static final int CLEAR = 40;

  private static final int CLEAR_TURN = 30;

  private final Selection selection;
  private final Ranking ranking;
  private final KnownTargets known;
  private final ResultReadings results;
  private final List<String> lines = new ArrayList<>();
  private boolean anyInForce;

  InspectionReport(TypeIndex index, Selection selection) {
    this.selection = selection;
    this.ranking = new Ranking(index);
    this.known = new KnownTargets(index, ranking, Profiles.shipped());
    this.results = new ResultReadings(index, index.all());
  }

  /**
   * Returns the lines of the file.
   *
   * @param classes how many classes were read
   */
  List<String> write(int classes) {
    List<Candidate> ranked = ranking.rank();
    for (TargetKind kind : TargetKind.values()) {
      if (selection.kinds().contains(kind)) {
        write(kind, ranked.stream().filter(candidate -> candidate.kind() == kind).toList());
      }
    }
    List<String> file = new ArrayList<>();
    file.add(
        "# Found by loop-sentinel inspect in %,d classes. Nothing of them was run."
            .formatted(classes));
    file.add(
        "# The best target of each kind is in force, the others are comments. Check what each");
    file.add("# expression reads, and begin with mode: observe.");
    file.add("sentinel:");
    file.add(anyInForce ? "  targets:" : "  targets: []");
    file.addAll(lines);
    return file;
  }

  private void write(TargetKind kind, List<Candidate> ranked) {
    String name = kind.name().toLowerCase(Locale.ROOT);
    List<Candidate> told =
        ranked.stream()
            .filter(candidate -> candidate.score() >= selection.leastScore())
            .limit(selection.mostOfKind())
            .toList();
    lines.add("");
    lines.add(
        INDENT
            + "# "
            + heading(kind)
            + ": "
            + (told.isEmpty() ? "none found" : told.size() + " of " + ranked.size()));
    boolean free = true;
    for (int i = 0; i < told.size(); i++) {
      Candidate candidate = told.get(i);
      Optional<String> guard =
          selection.withProfiles() ? known.guarding(candidate) : Optional.empty();
      if (guard.isPresent()) {
        lines.add(INDENT + "# " + (i + 1) + ". " + describe(candidate) + " " + guard.get());
      } else {
        boolean inForce =
            free
                && candidate.onlyReads()
                && candidate.score() >= (kind == TargetKind.TURN ? CLEAR_TURN : CLEAR);
        propose(candidate, name + "-" + (i + 1), i + 1, inForce);
        anyInForce |= inForce;
      }
      free = false;
    }
  }

  private void propose(Candidate candidate, String name, int rank, boolean inForce) {
    Candidate whole = candidate.kind() == TargetKind.TOOL ? results.addTo(candidate) : candidate;
    lines.add(INDENT + "# " + rank + ". " + describe(whole) + ", score " + whole.score());
    for (String doubt : whole.doubts()) {
      lines.add(INDENT + "#    is a comment, for it " + doubt);
    }
    for (Signal signal : whole.signals()) {
      lines.add(INDENT + "#    %+d %s".formatted(signal.weight(), signal.reason()));
    }
    if (whole.kind() == TargetKind.TOOL && !whole.readings().containsKey("result")) {
      lines.add(
          INDENT
              + "#    result is missing: nothing was found that builds a "
              + whole.method().result().getClassName()
              + " from a text; until it is given, a hint falls to abort");
    }
    for (String line : TargetYaml.lines(whole, name)) {
      lines.add(INDENT + (inForce ? "" : "# ") + line);
    }
  }

  private static String describe(Candidate candidate) {
    return candidate.type().binaryName() + "." + candidate.method().name();
  }

  private static String heading(TargetKind kind) {
    return switch (kind) {
      case TOOL -> "What looks like tool dispatch";
      case TURN -> "What looks like a turn of the model";
      case RUN -> "What looks like a run";
    };
  }
}
