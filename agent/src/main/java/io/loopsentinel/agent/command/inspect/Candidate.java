package io.loopsentinel.agent.command.inspect;

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

  /**
   * A sign that a method is, or is not, what is looked for.
   *
   * @param weight what it adds to the score, below 0 where it speaks against it
   * @param reason what was seen, a clause for a person to read
   */
  record Signal(int weight, String reason) {}

  /** Collects what is found about one method. */
  static final class Builder {

    final Map<String, String> readings = new LinkedHashMap<>();
    private final List<Signal> signals = new ArrayList<>();
    private final List<String> doubts = new ArrayList<>();

    /** Adds a sign where it was seen. */
    void signal(boolean condition, int weight, String reason) {
      if (condition && weight != 0) {
        signals.add(new Signal(weight, reason));
      }
    }

    /** Adds why to read a source may have an effect, if it may. */
    void doubt(Source source) {
      if (source.doubt() != null && !doubts.contains(source.doubt())) {
        doubts.add(source.doubt());
      }
    }

    int score() {
      return signals.stream().mapToInt(Signal::weight).sum();
    }

    Candidate build(TargetKind kind, TypeModel type, MethodModel method) {
      return new Candidate(kind, type, method, readings, List.copyOf(signals), List.copyOf(doubts));
    }
  }

  /** Returns a run of which nothing is known but that it was seen. */
  public static Candidate seenRun(MethodRef method) {
    TypeModel type = TypeModel.guessed(method.owner(), List.of(method));
    return new Builder().build(TargetKind.RUN, type, type.methods().get(0));
  }

  /** Returns how much speaks for it: 100 and more is as clear as it gets. */
  public int score() {
    return signals.stream().mapToInt(Signal::weight).sum();
  }

  /** Returns whether all that its expressions call is known to only read. */
  public boolean onlyReads() {
    return doubts.isEmpty();
  }

  /** Returns its class and method. */
  public String title() {
    return type.binaryName() + "." + method.name();
  }

  /** Returns the same candidate with further signs. */
  Candidate and(Builder further) {
    List<Signal> all = new ArrayList<>(signals);
    all.addAll(further.signals);
    return new Candidate(kind, type, method, readings, all, doubts);
  }

  /** Returns the same candidate with further expressions. */
  Candidate reading(Map<String, String> further) {
    Map<String, String> all = new LinkedHashMap<>(readings);
    all.putAll(further);
    return new Candidate(kind, type, method, all, signals, doubts);
  }
}
