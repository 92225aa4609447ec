package io.loopsentinel.agent.command.inspect.rank;

import io.loopsentinel.agent.command.inspect.model.MethodModel;
import io.loopsentinel.agent.command.inspect.model.TypeModel;
import io.loopsentinel.agent.config.TargetKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A method that may be a target.
 *
 * @param readings the expressions of the target by their keys, in the order of the page
 * @param signals what speaks for it and against it
 * @param doubts why to evaluate its expressions may have an effect, so that it must not be in force
 */
public record Candidate(
    TargetKind kind,
    TypeModel type,
    MethodModel method,
    Map<String, String> readings,
    List<Signal> signals,
    List<String> doubts) {

  /** Best first; where two are as good, by their names, so that equal input gives equal output. */
  public static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingInt(Candidate::score)
          .reversed()
          .thenComparing(candidate -> candidate.type().name())
          .thenComparing(candidate -> candidate.method().name())
          .thenComparing(candidate -> candidate.method().descriptor());

  /** Returns how much speaks for it: 100 and more is as clear as it gets. */
  public int score() {
    return signals.stream().mapToInt(Signal::weight).sum();
  }

  /** Returns whether all that its expressions call is known to only read. */
  public boolean onlyReads() {
    return doubts.isEmpty();
  }

  /** Returns the same candidate with further signs. */
  Candidate and(List<Signal> further) {
    List<Signal> all = new ArrayList<>(signals);
    all.addAll(further);
    return new Candidate(kind, type, method, readings, List.copyOf(all), doubts);
  }

  /** Returns the same candidate with a further expression. */
  public Candidate reading(String key, String expression) {
    Map<String, String> all = new LinkedHashMap<>(readings);
    all.put(key, expression);
    return new Candidate(kind, type, method, all, signals, doubts);
  }
}
