package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.Profiles;
import io.loopsentinel.targets.config.TargetKind;
import io.loopsentinel.tools.inspect.Decisions.Proposal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Writes candidates as a configuration. Those that a profile guards are listed as guarded. */
public final class InspectionReport {

  private static final int MAX_PER_KIND = 10;

  private final TypeIndex index;
  private final List<Candidate> ranked;
  private final KnownTargets known;
  private final List<Candidate> inForce;
  private final TargetsFile file = new TargetsFile();
  private final List<Proposal> proposals = new ArrayList<>();
  private boolean isGuarded;

  InspectionReport(TypeIndex index, boolean withProfiles) {
    CallGraph graph = new CallGraph(index);
    this.index = index;
    this.ranked = new Ranking(graph).rank();
    this.known = new KnownTargets(graph);
    if (withProfiles) {
      known.add(Profiles.shipped());
    }
    this.inForce =
        withoutDuplicates(
            new TargetSelection(graph, ranked, each -> known.guarding(each).isPresent()).choose());
  }

  /** Returns the lines of the file for an application that was observed. */
  public static List<String> ofRun(
      Iterable<byte[]> files, Observations seen, boolean withProfiles, String title) {
    return new InspectionReport(TypeIndex.of(files, seen), withProfiles)
        .write(EnumSet.allOf(TargetKind.class), MAX_PER_KIND, Integer.MIN_VALUE, title);
  }

  /** Removes candidates that saw the same calls as another one, so that none is judged twice. */
  private List<Candidate> withoutDuplicates(List<Candidate> chosen) {
    for (Candidate part : chosen) {
      chosen.stream()
          .filter(each -> !each.equals(part) && each.kind() == part.kind())
          .filter(
              each -> index.seen().arePartOf(index.bodies(part.ref()), index.bodies(each.ref())))
          .findFirst()
          .ifPresent(
              containing ->
                  part.doubt("its calls were the same as those of " + containing.title(), true));
    }
    return chosen.stream().filter(Candidate::isSure).toList();
  }

  /**
   * Returns the lines of the file.
   *
   * @param maxPerKind the maximum number of candidates of each kind
   * @param minScore the score below which a candidate is left out
   */
  List<String> write(Set<TargetKind> kinds, int maxPerKind, int minScore) {
    String title = "inspect in %,d classes. No code was run.".formatted(index.size());
    return write(kinds, maxPerKind, minScore, title);
  }

  private List<String> write(Set<TargetKind> kinds, int maxPerKind, int minScore, String title) {
    for (TargetKind kind : new TreeSet<>(kinds)) {
      List<Candidate> ofKind = ranked.stream().filter(each -> each.kind() == kind).toList();
      List<Candidate> shown =
          ofKind.stream().filter(each -> each.score() >= minScore).limit(maxPerKind).toList();
      String count = shown.isEmpty() ? "none found" : shown.size() + " of " + ofKind.size();
      file.heading("Candidates for " + TargetsFile.meaning(kind) + ": " + count);
      for (int i = 0; i < shown.size(); i++) {
        add(shown.get(i), i + 1);
      }
    }
    return file.lines(title);
  }

  private void add(Candidate candidate, int rank) {
    String title = rank + ". " + candidate.title();
    Optional<String> guard = known.guarding(candidate);
    if (guard.isPresent()) {
      isGuarded |= candidate.kind() == TargetKind.TOOL;
      file.comment(title + " " + guard.get());
      return;
    }
    file.comment(title + ", score " + candidate.score());
    candidate.doubts().forEach(doubt -> file.note("is a comment: " + doubt));
    candidate
        .signals()
        .forEach(each -> file.note("%+d %s".formatted(each.weight(), each.reason())));
    candidate.reasons().forEach(file::note);
    Proposal proposal = new Proposal(candidate, rank, inForce.contains(candidate));
    file.target(candidate, rank, proposal.inForce());
    proposals.add(proposal);
  }

  /** Returns a list of the decisions left to a person, with their lines in the written file. */
  List<String> decisions(String name, List<String> lines) {
    Decisions decisions = new Decisions(name, lines, proposals);
    boolean isGuarding = inForce.stream().anyMatch(each -> each.kind() == TargetKind.TOOL);
    return isGuarded && !isGuarding ? decisions.describeProfiles() : decisions.describe();
  }
}
