package io.loopsentinel.tools.inspect;

import io.loopsentinel.agent.config.TargetKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A method that may be a target. What is found about it is added as it is found.
 *
 * @param readings the expressions of the target by their keys, in the order of the page
 * @param signals what speaks for it and against it
 * @param doubts why it must not be in force: what is not sure to be right
 * @param reasons why it and not another one is proposed where there are several
 * @param call where a tool candidate has the call; {@code null} for other kinds
 */
public record Candidate(
    TargetKind kind,
    TypeModel type,
    MethodModel method,
    Map<String, String> readings,
    List<Signal> signals,
    Set<String> doubts,
    Set<String> reasons,
    @Nullable CallLocation call) {

  /** The score from which a candidate of a kind may be in force; less hangs on a turn. */
  static final int MIN_TOOL_SCORE = 40;

  private static final Map<TargetKind, Integer> MIN_SCORES =
      Map.of(TargetKind.TOOL, MIN_TOOL_SCORE, TargetKind.RUN, 40, TargetKind.TURN, 30);

  /** The weight of what speaks so much against a candidate that it is not in force. */
  private static final int EXCLUDING_WEIGHT = -10;

  /** Best first; where two are as good, by their names, so that equal input gives equal output. */
  public static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparing(Candidate::isEligible)
          .thenComparingInt(Candidate::score)
          .reversed()
          .thenComparing(candidate -> candidate.type.name())
          .thenComparing(candidate -> candidate.method.name())
          .thenComparing(candidate -> candidate.method.descriptor());

  /** What was seen, and what it adds to the score: less than 0 where it speaks against it. */
  record Signal(int weight, String reason) {}

  Candidate(TargetKind kind, TypeModel type, MethodModel method) {
    this(kind, type, method, null);
  }

  Candidate(TargetKind kind, TypeModel type, MethodModel method, @Nullable CallLocation call) {
    this(
        kind,
        type,
        method,
        new LinkedHashMap<>(),
        new ArrayList<>(),
        new LinkedHashSet<>(),
        new LinkedHashSet<>(),
        call);
  }

  /** Returns its method. */
  public MethodRef ref() {
    return method.ref();
  }

  /** Adds what speaks for it, or against it, where it was seen. */
  public void add(int weight, String reason, boolean seen) {
    if (seen) {
      signals.add(new Signal(weight, reason));
    }
  }

  void addName(int weight, boolean seen) {
    add(weight, "is called " + method.name(), seen);
  }

  void addType(int weight, Set<String> nouns) {
    add(weight, "belongs to " + type.simpleName(), type.words().any(nouns));
  }

  void addOtherName(int weight) {
    add(weight, "its name says it does something else", method.words().areOfOtherMethod());
  }

  void addOtherType(int weight) {
    add(weight, "its class's name says it does something else", type.words().areOfOtherType());
  }

  /** Adds an expression that reads a source, and why that may have an effect, if it may. */
  void addExpression(String key, String expression, Source source) {
    readings.put(key, expression);
    if (source.doubt() != null) {
      doubts.add(source.doubt());
    }
  }

  /** Returns the expression of the session; empty where it has none of its own. */
  String session() {
    return readings.getOrDefault("session", "");
  }

  /** Whether the calls tell their run themselves. */
  boolean identifiesRun() {
    return !session().startsWith("run");
  }

  /** Whether a part of the result is known that tells how the call went. */
  boolean readsOutcome() {
    return readings.containsKey("output") || readings.containsKey("failed");
  }

  /** Shares the session that an id tells among the runs that have the same, if they may. */
  void shareSession(boolean mayBeSame) {
    if (mayBeSame && identifiesRun() && !session().startsWith("[")) {
      readings.put("session", session().replaceFirst("(.+?)(?= \\?\\? |$)", "shared($1)"));
    }
  }

  /** Returns the expression of an id that tells runs apart; empty where there is none. */
  public Optional<String> runId() {
    return session().startsWith("run") || !session().contains(" ?? ")
        ? Optional.empty()
        : Optional.of(session().substring(0, session().indexOf(" ?? ")));
  }

  /** Leaves the id of the run out of the session. */
  public void withoutRunId(String reason) {
    readings.computeIfPresent(
        "session", (key, text) -> text.substring(text.indexOf(" ?? ") + " ?? ".length()));
    explain(reason, true);
  }

  /** Returns how much speaks for it: 100 and more is as clear as it gets. */
  public int score() {
    return signals.stream().mapToInt(Signal::weight).sum();
  }

  /** Adds what is to be known of it. */
  public void explain(String reason, boolean seen) {
    if (seen) {
      reasons.add(reason);
    }
  }

  /** Adds a reason why it must not be in force, where there is one. */
  public void doubt(String reason, boolean seen) {
    if (seen) {
      doubts.add(reason);
    }
  }

  /** Returns whether nothing speaks against putting it in force but its score. */
  public boolean isSure() {
    return doubts.isEmpty();
  }

  /** Returns whether it may be in force. */
  public boolean isEligible() {
    return isSure()
        && score() >= MIN_SCORES.getOrDefault(kind, 0)
        && signals.stream().allMatch(signal -> signal.weight() > EXCLUDING_WEIGHT);
  }

  /** Returns its class and method. */
  public String title() {
    return type.binaryName() + "." + method.name();
  }
}
