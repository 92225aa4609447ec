package io.loopsentinel.agent.command.discover;

import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.MethodRef;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import io.loopsentinel.agent.command.inspect.rank.Candidate;
import io.loopsentinel.agent.config.TargetKind;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Ranks what was called, by what was seen of it. */
final class Findings {

  private final List<Evidence.Seen> called;

  /** Creates findings of all candidates that were called. */
  Findings(List<Evidence.Seen> called) {
    this.called = called;
  }

  /** Returns the candidates of a kind, the best first. */
  List<Evidence.Seen> of(TargetKind kind) {
    return called.stream()
        .filter(seen -> seen.candidate().kind() == kind)
        .sorted(
            Comparator.comparingInt(Findings::score)
                .reversed()
                .thenComparing(Evidence.Seen::candidate, Candidate.BEST_FIRST))
        .toList();
  }

  /** Returns how much speaks for a candidate: its own score, and what its calls looked like. */
  static int score(Evidence.Seen seen) {
    int score = seen.candidate().score();
    // What is called within another candidate is a part of the same turn or call.
    score -= seen.within().isEmpty() ? 0 : 12;
    if (seen.candidate().kind() != TargetKind.TOOL) {
      return score;
    }
    score += namedTools(seen) ? 30 : -30;
    score += seen.shapes().stream().allMatch(shape -> shape.endsWith("}")) ? 15 : 0;
    return score + (seen.tools().size() > 1 ? 5 : 0);
  }

  /** Whether every call named what can be a tool. */
  static boolean namedTools(Evidence.Seen seen) {
    return seen.named() == seen.calls();
  }

  /**
   * Returns the run: the innermost method from which both the model was asked and a tool was
   * called, on one thread.
   */
  Optional<Candidate> run() {
    List<Evidence.Seen> tools = of(TargetKind.TOOL).stream().filter(Findings::namedTools).toList();
    List<Evidence.Seen> turns = of(TargetKind.TURN);
    if (tools.isEmpty() || turns.isEmpty()) {
      return Optional.empty();
    }
    for (List<Frame> toTool : tools.get(0).stacks()) {
      for (Frame frame : toTool) {
        if (!frame.method().equals("main") && isOn(turns.get(0).stacks(), frame)) {
          return Optional.of(target(frame));
        }
      }
    }
    return Optional.empty();
  }

  private static boolean isOn(List<List<Frame>> stacks, Frame frame) {
    return stacks.stream().anyMatch(stack -> stack.contains(frame));
  }

  private static Candidate target(Frame frame) {
    MethodRef ref =
        new MethodRef(frame.type().replace('.', '/'), frame.method(), frame.descriptor());
    TypeModel type = TypeModel.guessed(ref.owner(), List.of(ref));
    MethodModel method = type.methods().get(0);
    return new Candidate(TargetKind.RUN, type, method, Map.of(), List.of(), List.of());
  }
}
