package io.loopsentinel.tools.inspect;

import io.loopsentinel.targets.config.TargetKind;
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
 * A method that may be a target. Mutable: evidence is added during the analysis.
 *
 * @param readings the expressions of the target by key, in the order in which they are written
 * @param signals the evidence for and against the candidate
 * @param doubts the reasons why the target may be wrong and must stay a comment
 * @param reasons notes for the reader, such as why this candidate was preferred to others
 * @param call the location of the call of a tool candidate; {@code null} for other kinds
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

  /** The minimum score of a tool candidate that may be in force. */
  static final int MIN_TOOL_SCORE = 40;

  /** The minimum scores by kind. That of turns is lower, because less depends on them. */
  private static final Map<TargetKind, Integer> MIN_SCORES =
      Map.of(TargetKind.TOOL, MIN_TOOL_SCORE, TargetKind.RUN, 40, TargetKind.TURN, 30);

  /** The weight at or below which a single signal keeps a candidate out of force. */
  private static final int EXCLUDING_WEIGHT = -10;

  /** Best first. Ties are broken by name, so that equal input gives equal output. */
  public static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparing(Candidate::isEligible)
          .thenComparingInt(Candidate::score)
          .reversed()
          .thenComparing(candidate -> candidate.type.name())
          .thenComparing(candidate -> candidate.method.name())
          .thenComparing(candidate -> candidate.method.descriptor());

  /** A piece of evidence. Its weight is negative if it speaks against the candidate. */
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

  public MethodRef ref() {
    return method.ref();
  }

  /** Adds a signal if the evidence was found. */
  public void add(int weight, String reason, boolean found) {
    if (found) {
      signals.add(new Signal(weight, reason));
    }
  }

  void addName(int weight, boolean found) {
    add(weight, "is named " + method.name(), found);
  }

  void addType(int weight, Set<String> nouns) {
    add(weight, "belongs to " + type.simpleName(), type.words().any(nouns));
  }

  void addOtherName(int weight) {
    add(weight, "its name suggests another purpose", method.words().areOfOtherMethod());
  }

  void addOtherType(int weight) {
    add(weight, "its class name suggests another purpose", type.words().areOfOtherType());
  }

  /** Adds an expression that reads a source, together with the doubt about the source, if any. */
  void addExpression(String key, String expression, Source source) {
    readings.put(key, expression);
    if (source.doubt() != null) {
      doubts.add(source.doubt());
    }
  }

  /** Returns the session expression, or an empty string if the candidate has none. */
  String session() {
    return readings.getOrDefault("session", "");
  }

  /** Returns whether the session expression identifies the run by itself, without a run target. */
  boolean identifiesRun() {
    return !session().startsWith("run");
  }

  /** Returns whether an expression reads the text or the failure of the result. */
  boolean readsOutcome() {
    return readings.containsKey("output") || readings.containsKey("failed");
  }

  /** Wraps the id of the session in {@code shared()} if several runs may have the same id. */
  void shareSession(boolean mayBeSame) {
    if (mayBeSame && identifiesRun() && !session().startsWith("[")) {
      readings.put("session", session().replaceFirst("(.+?)(?= \\?\\? |$)", "shared($1)"));
    }
  }

  /** Returns the expression of an id that identifies the run, if there is one. */
  public Optional<String> runId() {
    return session().startsWith("run") || !session().contains(" ?? ")
        ? Optional.empty()
        : Optional.of(session().substring(0, session().indexOf(" ?? ")));
  }

  /** Removes the run id from the session expression. */
  public void withoutRunId(String reason) {
    readings.computeIfPresent(
        "session", (key, text) -> text.substring(text.indexOf(" ?? ") + " ?? ".length()));
    explain(reason, true);
  }

  /** Returns the sum of the weights. A score of 100 or more is as clear as it gets. */
  public int score() {
    return signals.stream().mapToInt(Signal::weight).sum();
  }

  /** Adds a note if the condition holds. */
  public void explain(String reason, boolean found) {
    if (found) {
      reasons.add(reason);
    }
  }

  /** Adds a reason to keep the candidate out of force if the condition holds. */
  public void doubt(String reason, boolean found) {
    if (found) {
      doubts.add(reason);
    }
  }

  /** Returns whether there are no doubts. The score may still be too low. */
  public boolean isSure() {
    return doubts.isEmpty();
  }

  public boolean isEligible() {
    return isSure()
        && score() >= MIN_SCORES.getOrDefault(kind, 0)
        && signals.stream().allMatch(signal -> signal.weight() > EXCLUDING_WEIGHT);
  }

  public String title() {
    return type.binaryName() + "." + method.name();
  }
}
