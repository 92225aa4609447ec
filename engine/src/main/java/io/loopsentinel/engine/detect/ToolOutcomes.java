package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The latest outcomes of one tool in a session, the latest first; at least one. Not thread-safe:
 * the session guards them.
 */
record ToolOutcomes(List<ToolOutcomes.PastOutcome> latestFirst) {

  /** Outcomes of a tool that are kept at least. */
  static final int MIN_KEPT = 12;

  /** Calls that have half of their words in common are attempts at the same thing. */
  private static final double NEAR_SIMILARITY = 0.5;

  /** Calls that have so much in common are nearly the same. */
  private static final double SAME_SIMILARITY = 0.85;

  /** Failures that take turns are told apart up to so many. */
  private static final int MAX_ALTERNATING_FAILURES = 5;

  /** The same result is looked for among so many. */
  private static final int MAX_COMPARED_RESULTS = 10;

  /** The outcome of a call, and its place in the row of equal outcomes that it continues. */
  static final class PastOutcome {

    private final Call call;
    private final Outcome.Kind kind;
    private final long text;
    private final long answer;
    private final @Nullable WordSet arguments;
    private int count;
    private int near;
    private int total;
    private int similar;
    private boolean ofOneCall;
    private boolean reported;
    private final boolean isLong;
    private final boolean emptySearch;
    private final boolean mayAcknowledge;

    /**
     * Creates an outcome that is in no row. The silence of a tool that never says anything is an
     * acknowledgement; that of one which also answers may be a search that found nothing, and is
     * taken for one where nearly the same was asked before.
     *
     * @param comparable whether the arguments of the call were read as a whole
     * @param earlier those of the tool before it
     */
    PastOutcome(Call call, Outcome outcome, boolean comparable, List<PastOutcome> earlier) {
      this.call = call;
      this.kind = outcome.kind();
      this.isLong = outcome.substantial();
      this.text = outcome.failed() ? outcome.errorKey() : outcome.normalisedKey();
      this.answer = outcome.failed() ? outcome.errorKey() : outcome.stagnationKey();
      this.arguments = comparable ? outcome.words() : null;
      boolean curt = kind == Outcome.Kind.ANSWER && !isLong && !outcome.negative();
      this.mayAcknowledge =
          curt
              && earlier.stream()
                  .filter(each -> each.kind == Outcome.Kind.ANSWER)
                  .allMatch(each -> each.answer == answer);
      this.emptySearch =
          kind == Outcome.Kind.SILENCE
              && earlier.stream().anyMatch(each -> each.kind == Outcome.Kind.ANSWER)
              && earlier.stream()
                  .filter(each -> each.kind == Outcome.Kind.SILENCE)
                  .filter(each -> !call.isOfSameResponse(each.call))
                  .anyMatch(this::isNear);
    }

    Call call() {
      return call;
    }

    int total() {
      return total;
    }

    /** Returns whether other arguments are nearly those of this call. */
    boolean isNear(WordSet words) {
      return arguments != null && arguments.similarity(words, 1) >= NEAR_SIMILARITY;
    }

    private boolean isNear(PastOutcome other) {
      return other.arguments != null && isNear(other.arguments);
    }

    private boolean isNearlySame(PastOutcome other) {
      return arguments != null
          && other.arguments != null
          && arguments.similarity(other.arguments, 1) >= SAME_SIMILARITY;
    }

    private boolean hasSameTarget(PastOutcome other) {
      return arguments != null
          && other.arguments != null
          && arguments.hasSameTarget(other.arguments)
          && !call.isSameAs(other.call);
    }

    /** Returns whether the call wrote a text to a place that it names, as far as can be told. */
    boolean isWriting() {
      return isDone()
          && (kind == Outcome.Kind.ECHO || (arguments != null && arguments.hasTarget()));
    }

    /**
     * Returns whether the outcome says no more than that the call was done, as far as can be told.
     */
    boolean isDone() {
      return kind == Outcome.Kind.SILENCE
          || kind == Outcome.Kind.ACKNOWLEDGEMENT
          || kind == Outcome.Kind.ECHO
          || mayAcknowledge;
    }

    /** Returns whether the same call, or nearly the same, was answered by the same silence. */
    boolean isEmptySearch() {
      return emptySearch;
    }

    /**
     * Returns whether the answer may be no more than an acknowledgement: a short text, not that
     * nothing was found, beside which the tool has given no other.
     */
    boolean mayAcknowledge() {
      return mayAcknowledge;
    }

    /** Returns whether one and the same call had all outcomes of the row. */
    boolean isOfOneCall() {
      return ofOneCall;
    }

    /** Begins a row, or continues that of an earlier outcome: by one for each response. */
    private int extendStreak(Optional<PastOutcome> earlier) {
      int before = earlier.map(each -> each.count).orElse(0);
      int more = before > 0 && call.isOfSameResponse(earlier.orElseThrow().call) ? 0 : 1;
      count = before + more;
      total = earlier.map(each -> each.total + more).orElse(1);
      ofOneCall = earlier.map(each -> each.ofOneCall && call.isSameAs(each.call)).orElse(true);
      return count;
    }

    /** What was acknowledged is done again only where it is the same but for punctuation. */
    private double similarityOfDone(WordSet other) {
      return arguments != null && arguments.hasSameWording(other) ? 1 : -1;
    }

    /** Counts the call as similar to an earlier one; returns how many calls in a chain were so. */
    int extendSimilarChain(PastOutcome earlier) {
      similar = 1 + earlier.similar;
      return similar;
    }

    /** Returns how alike the calls are, from 0 to 1; -1 where they are not to be compared. */
    double similarity(PastOutcome other) {
      return arguments == null
              || other.arguments == null
              || call.isOfSameResponse(other.call)
              || text != other.text
          ? -1
          : isDone() ? similarityOfDone(other.arguments) : arguments.similarity(other.arguments, 1);
    }
  }

  PastOutcome latest() {
    return latestFirst.get(0);
  }

  private List<PastOutcome> earlier() {
    return latestFirst.subList(1, latestFirst.size());
  }

  /**
   * How often a failure was seen since the last finding.
   *
   * @param count in all
   * @param near of these, how many after a call with nearly the same arguments
   */
  record FailureStreak(int count, int near) {}

  /**
   * Counts the latest outcome as a failure, once in a response of the model. Other failures do not
   * end its row, a success does. A call that is made again after something was changed is no
   * repetition of the same, but an attempt.
   */
  FailureStreak countFailure(CallHistory calls) {
    List<PastOutcome> same =
        earlier().stream()
            .takeWhile(each -> each.kind == Outcome.Kind.FAILURE)
            .limit(MAX_ALTERNATING_FAILURES)
            .filter(each -> each.text == latest().text)
            .toList();
    Optional<PastOutcome> before = same.stream().findFirst();
    int count = latest().extendStreak(before);
    boolean more = before.isPresent() && count > before.get().count;
    boolean near =
        more
            && same.stream()
                .filter(each -> !calls.hasWriteBetween(each.call, latest().call))
                .anyMatch(latest()::isNearlySame);
    latest().near = before.filter(each -> count > 1).map(each -> each.near).orElse(0);
    latest().near += near ? 1 : 0;
    return new FailureStreak(count, latest().near);
  }

  /**
   * Returns how many of the latest outcomes, none of them told of, are failures. Of each response
   * of the model the last one counts; a call that failed in another way than the time before, as a
   * test does that gets on, does not.
   */
  long countFailures(int of) {
    List<PastOutcome> last = new ArrayList<>();
    for (PastOutcome past : latestFirst) {
      if (past.reported || last.size() == of) {
        break;
      }
      if (last.isEmpty() || !past.call.isOfSameResponse(last.get(last.size() - 1).call)) {
        last.add(past);
      }
    }
    return last.stream()
        .filter(each -> each.kind == Outcome.Kind.FAILURE && !failedDifferentlyBefore(each))
        .count();
  }

  private boolean failedDifferentlyBefore(PastOutcome past) {
    return latestFirst.subList(latestFirst.indexOf(past) + 1, latestFirst.size()).stream()
        .filter(earlier -> earlier.call.isSameAs(past.call))
        .findFirst()
        .filter(earlier -> earlier.text != past.text)
        .isPresent();
  }

  /**
   * Counts the latest outcome as a result in the same way. Another outcome ends its row, unless
   * nearly the same was asked: one that asks for the same in many ways may well look elsewhere now
   * and then.
   */
  int countResult() {
    List<PastOutcome> same =
        earlier().stream()
            .limit(MAX_COMPARED_RESULTS - 1)
            .filter(each -> each.kind == Outcome.Kind.ANSWER)
            .filter(each -> each.answer == latest().answer)
            .toList();
    boolean continues = !same.isEmpty() && same.get(0) == earlier().get(0);
    boolean asksAgain = latest().isLong || same.stream().anyMatch(latest()::isNear);
    return latest().extendStreak(continues || asksAgain ? same.stream().findFirst() : Optional.empty());
  }

  /** Returns how many of the latest outcomes were vain searches, as far as none was told of. */
  long countEmptySearches() {
    return latestFirst.stream()
        .limit(MIN_KEPT)
        .takeWhile(each -> !each.reported)
        .filter(PastOutcome::isEmptySearch)
        .count();
  }

  /**
   * Begins to count all rows anew.
   *
   * @param latest what the row of the latest outcome begins with
   */
  void restartCounts(int latest) {
    latestFirst.forEach(each -> each.count = 0);
    latestFirst.forEach(each -> each.near = 0);
    latest().count = latest;
  }

  /** Returns the call among so many earlier ones that the latest is most similar to. */
  Optional<PastOutcome> mostSimilar(int limit, CallHistory calls) {
    return earlier().stream()
        .limit(limit)
        .takeWhile(each -> !each.reported)
        .filter(each -> each.text == latest().text)
        .filter(each -> latest().isDone() || !calls.hasWriteBetween(each.call, latest().call))
        .filter(each -> !hasChangedSince(each))
        .max(Comparator.comparingDouble(latest()::similarity));
  }

  /**
   * Returns whether the latest call is the same as an earlier one, and had another result since.
   */
  private boolean hasChangedSince(PastOutcome past) {
    return past.call.isSameAs(latest().call)
        && earlier().stream()
            .takeWhile(each -> each != past)
            .anyMatch(each -> each.call.isSameAs(past.call) && each.text != past.text);
  }

  /**
   * Returns how many of the latest calls of all tools, without a break, wrote versions of a long
   * text to the same place and were only acknowledged. Those of one response of the model are one.
   */
  int countRewrites(CallHistory calls) {
    List<Call> ofAllTools = calls.latest(latestFirst.size());
    int count = 0;
    for (int i = 0; i < ofAllTools.size(); i++) {
      PastOutcome past = latestFirst.get(i);
      PastOutcome later = latestFirst.get(Math.max(0, i - 1));
      boolean isVersion = i == 0 || (past.hasSameTarget(later) && past.isNear(later));
      if (past.call != ofAllTools.get(i) || past.reported || !past.isDone() || !isVersion) {
        break;
      }
      count += i > 0 && past.call.isOfSameResponse(later.call) ? 0 : 1;
    }
    return count;
  }

  /** Ends the comparison of later calls with the latest one and those before: they are told of. */
  void markReported() {
    latest().reported = true;
  }
}
