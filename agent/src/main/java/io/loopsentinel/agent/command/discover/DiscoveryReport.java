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
import java.util.stream.Collectors;

/** Ranks what was called by what was seen of it, and writes it as a configuration. */
final class DiscoveryReport {

  private static final int MOST_OF_KIND = 10;

  private final List<Evidence> tools;
  private final List<Evidence> turns;
  private final TargetsFile file = new TargetsFile();

  /** Creates a report of all candidates that were called. */
  DiscoveryReport(List<Evidence> called) {
    this.tools = ranked(called, TargetKind.TOOL);
    this.turns = ranked(called, TargetKind.TURN);
  }

  private static List<Evidence> ranked(List<Evidence> called, TargetKind kind) {
    return called.stream()
        .filter(seen -> seen.candidate.kind() == kind)
        .sorted(
            Comparator.comparingInt(Evidence::score)
                .reversed()
                .thenComparing(seen -> seen.candidate, Candidate.BEST_FIRST))
        .toList();
  }

  /**
   * Returns the lines of the file.
   *
   * @param watched how many candidates there were
   */
  List<String> write(int watched) {
    tell(tools, "What was called and looks like tool dispatch");
    tell(turns, "What was called and looks like a turn of the model");
    Optional<Candidate> run = run();
    file.heading(
        run.map(found -> "From here the model was asked and tools were called: " + found.title())
            .orElse("No method was seen from which the model is asked and tools are called."));
    run.ifPresent(found -> file.target(found, 1, true));
    return file.lines("discover: what was called of " + watched + " methods that it watched.");
  }

  private void tell(List<Evidence> ranked, String heading) {
    file.heading(heading + ": " + (ranked.isEmpty() ? "nothing" : ranked.size()));
    for (int i = 0; i < Math.min(MOST_OF_KIND, ranked.size()); i++) {
      Evidence seen = ranked.get(i);
      Candidate candidate = seen.candidate;
      file.comment("%d. %s, score %d".formatted(i + 1, candidate.title(), seen.score()));
      evidence(seen);
      file.target(
          candidate, i + 1, i == 0 && (candidate.kind() == TargetKind.TURN || seen.namedTools()));
    }
  }

  private void evidence(Evidence seen) {
    file.note(
        "called "
            + times(seen.calls.get())
            + " on "
            + (seen.threads.size() == 1 ? "one thread" : seen.threads.size() + " threads")
            + (seen.thrown.get() == 0 ? "" : ", threw " + times(seen.thrown.get())));
    if (seen.unreadable != null) {
      file.note("tool and args could not be read: " + seen.unreadable);
    }
    if (!seen.tools.isEmpty()) {
      file.note("tools: " + counts(seen.tools));
    }
    seen.shapes.forEach(shape -> file.note("arguments: " + shape));
    if (!seen.within.isEmpty()) {
      file.note("called within " + counts(seen.within));
    }
    if (seen.candidate.lacksResult()) {
      file.note("result is missing: until it is given, a hint falls to abort");
    }
  }

  /**
   * Returns the run: the innermost method from which both the model was asked and a tool was
   * called, on one thread.
   */
  private Optional<Candidate> run() {
    Optional<Evidence> tool = tools.stream().filter(Evidence::namedTools).findFirst();
    if (tool.isEmpty() || turns.isEmpty()) {
      return Optional.empty();
    }
    Collection<List<MethodRef>> toModel = turns.get(0).stacks;
    return tool.get().stacks.stream()
        .flatMap(List::stream)
        .filter(method -> !method.name().equals("main"))
        .filter(method -> toModel.stream().anyMatch(stack -> stack.contains(method)))
        .findFirst()
        .map(Candidate::seenRun);
  }

  private static String times(int count) {
    return count == 1 ? "once" : count + " times";
  }

  private static String counts(Map<String, Integer> counts) {
    return counts.entrySet().stream()
        .map(each -> each.getKey() + " (" + each.getValue() + ")")
        .collect(Collectors.joining(", "));
  }
}
