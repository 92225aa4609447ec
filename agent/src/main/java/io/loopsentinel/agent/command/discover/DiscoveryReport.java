package io.loopsentinel.agent.command.discover;

import io.loopsentinel.agent.command.inspect.Candidate;
import io.loopsentinel.agent.command.inspect.MethodRef;
import io.loopsentinel.agent.command.inspect.TargetsFile;
import io.loopsentinel.agent.config.TargetKind;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Ranks what was called by what was seen of it, and writes it as a configuration. */
final class DiscoveryReport {

  private static final int MOST_OF_KIND = 10;

  private final List<Evidence> tools;
  private final List<Evidence> turns;
  private final TargetsFile file = new TargetsFile();

  private DiscoveryReport(Collection<Evidence> watched) {
    this.tools = ranked(watched, TargetKind.TOOL);
    this.turns = ranked(watched, TargetKind.TURN);
  }

  static List<String> write(Collection<Evidence> watched) {
    return new DiscoveryReport(watched).write(watched.size());
  }

  private static List<Evidence> ranked(Collection<Evidence> watched, TargetKind kind) {
    return watched.stream()
        .filter(seen -> seen.calls.get() > 0 && seen.candidate.kind() == kind)
        .sorted(
            Comparator.comparingInt(Evidence::score)
                .reversed()
                .thenComparing(seen -> seen.candidate, Candidate.BEST_FIRST))
        .toList();
  }

  private List<String> write(int watched) {
    Optional<Candidate> run = run();
    tell(tools, TargetKind.TOOL, run.isPresent());
    tell(turns, TargetKind.TURN, run.isPresent());
    file.heading(
        run.map(found -> "From here the model was asked and tools were called: " + found.title())
            .orElse("No method was seen from which the model is asked and tools are called."));
    run.ifPresent(found -> file.target(found, 1, true));
    return file.lines("discover: what was called of " + watched + " methods that it watched.");
  }

  /** A turn is one of an agent's where a run was seen that leads to tools, too. */
  private void tell(List<Evidence> ranked, TargetKind kind, boolean hasRun) {
    Object count = ranked.isEmpty() ? "nothing" : ranked.size();
    file.heading("What was called and looks like " + TargetsFile.meaning(kind) + ": " + count);
    for (int i = 0; i < Math.min(MOST_OF_KIND, ranked.size()); i++) {
      Evidence seen = ranked.get(i);
      Candidate candidate = seen.candidate;
      file.comment("%d. %s, score %d".formatted(i + 1, candidate.title(), seen.score()));
      evidence(seen);
      boolean isSeen = kind == TargetKind.TURN ? hasRun : seen.namedTools();
      file.target(candidate, i + 1, i == 0 && isSeen && candidate.isSure());
    }
  }

  private void evidence(Evidence seen) {
    int threads = seen.threads.size();
    int thrown = seen.thrown.get();
    file.note(
        "called %s on %s%s"
            .formatted(
                times(seen.calls.get()),
                threads == 1 ? "one thread" : threads + " threads",
                thrown == 0 ? "" : ", threw " + times(thrown)));
    if (seen.unreadable != null) {
      file.note("tool and args could not be read: " + seen.unreadable);
    }
    counts("tools: ", seen.tools);
    seen.shapes.forEach(shape -> file.note("arguments: " + shape));
    counts("called within ", seen.within);
    seen.candidate.doubts().forEach(doubt -> file.note("is a comment: " + doubt));
  }

  private void counts(String before, Map<String, Integer> counts) {
    if (!counts.isEmpty()) {
      file.note(
          counts.entrySet().stream()
              .map(each -> each.getKey() + " (" + each.getValue() + ")")
              .collect(Collectors.joining(", ", before, "")));
    }
  }

  /** The innermost method from which, on one thread, the model was asked and a tool called. */
  private Optional<Candidate> run() {
    Set<MethodRef> toModel =
        turns.stream()
            .limit(1)
            .flatMap(turn -> turn.stacks.stream())
            .flatMap(List::stream)
            .collect(Collectors.toSet());
    return tools.stream()
        .filter(Evidence::namedTools)
        .limit(1)
        .flatMap(tool -> tool.stacks.stream())
        .flatMap(List::stream)
        .filter(method -> !method.name().equals("main") && toModel.contains(method))
        .findFirst()
        .map(Candidate::seenRun);
  }

  private static String times(int count) {
    return count == 1 ? "once" : count + " times";
  }
}
