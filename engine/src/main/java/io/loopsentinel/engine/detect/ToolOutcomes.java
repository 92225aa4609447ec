package io.loopsentinel.engine.detect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * The latest outcomes of one tool in a session, the latest first; at least one. Not thread-safe:
 * guarded by the session.
 */
record ToolOutcomes(List<PastOutcome> latestFirst) {

  /** Minimum number of outcomes kept for each tool. */
  static final int MIN_KEPT = 12;

  /** Maximum number of alternating failures that are distinguished. */
  private static final int MAX_ALTERNATING_FAILURES = 5;

  /** Number of latest outcomes in which an equal result is sought. */
  private static final int MAX_COMPARED_RESULTS = 10;

  PastOutcome latest() {
    return latestFirst.get(0);
  }

  private List<PastOutcome> earlier() {
    return latestFirst.subList(1, latestFirst.size());
  }

  /**
   * The number of equal failures since the last finding.
   *
   * @param near the number of these after a call with nearly the same arguments
   */
  record FailureStreak(int count, int near) {}

  /**
   * Counts the latest outcome as a failure, once for each model response. Other failures do not end
   * its streak; a success does. A call that is made again after something was changed is a new
   * attempt, not a repetition.
   */
  FailureStreak countFailure(CallHistory calls) {
    List<PastOutcome> same =
        earlier().stream()
            .takeWhile(each -> each.isFailure())
            .limit(MAX_ALTERNATING_FAILURES)
            .filter(each -> each.text() == latest().text())
            .toList();
    Optional<PastOutcome> before = same.stream().findFirst();
    int count = latest().extendStreak(before.orElse(null));
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
   * Returns the number of failures among up to {@code limit} latest outcomes that were not
   * reported. Of each model response, the last outcome counts. A call that failed differently than
   * the time before does not count, because it may be a test that makes progress.
   */
  long countFailures(int limit) {
    List<PastOutcome> last = new ArrayList<>();
    for (PastOutcome past : latestFirst) {
      if (past.reported || last.size() == limit) {
        break;
      }
      if (last.isEmpty() || !past.call.isOfSameResponse(last.get(last.size() - 1).call)) {
        last.add(past);
      }
    }
    return last.stream().filter(each -> each.isFailure() && !failedDifferentlyBefore(each)).count();
  }

  /** Returns the number of different failures among up to {@code limit} latest outcomes. */
  int countReasons(int limit) {
    return (int)
        latestFirst.stream()
            .limit(limit)
            .filter(each -> each.isFailure())
            .mapToLong(past -> past.text())
            .distinct()
            .count();
  }

  private boolean failedDifferentlyBefore(PastOutcome past) {
    return latestFirst.subList(latestFirst.indexOf(past) + 1, latestFirst.size()).stream()
        .filter(earlier -> earlier.call.isSameAs(past.call))
        .findFirst()
        .filter(earlier -> earlier.text() != past.text())
        .isPresent();
  }

  /** Returns whether all outcomes are failures, and each occurred a number of times on average. */
  boolean haveAllFailedAlike(int times) {
    return latestFirst.stream().allMatch(each -> each.isFailure())
        && times * latestFirst.stream().mapToLong(past -> past.text()).distinct().count()
            <= latestFirst.size();
  }

  /**
   * Counts the latest outcome as a result, once for each model response. Another outcome ends its
   * streak, unless the result is long or nearly the same was asked: a model that asks for the same
   * in many ways may look elsewhere now and then.
   */
  int countResult() {
    PastOutcome same = null;
    boolean continues = latest().isLong;
    for (int i = 1; i < Math.min(MAX_COMPARED_RESULTS, latestFirst.size()); i++) {
      PastOutcome each = latestFirst.get(i);
      if (each.isAnswer() && each.answer() == latest().answer()) {
        same = same == null ? each : same;
        continues = continues || i == 1 || latest().isNear(each);
      }
    }
    return latest().extendStreak(continues ? same : null);
  }

  /** Returns whether the latest calls of all tools are of this one, and had the same answer. */
  boolean areConsecutive(int length, CallHistory calls) {
    List<Call> ofAllTools = calls.latest(length);
    if (ofAllTools.size() < length || latestFirst.size() < length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      PastOutcome past = latestFirst.get(i);
      if (past.call != ofAllTools.get(i) || past.answer() != latest().answer()) {
        return false;
      }
    }
    return true;
  }

  /**
   * Restarts all streaks.
   *
   * @param latest the initial length of the streak of the latest outcome
   */
  void restartCounts(int latest) {
    latestFirst.forEach(each -> each.count = 0);
    latestFirst.forEach(each -> each.near = 0);
    latest().count = latest;
  }

  /** Returns the most similar outcome among {@code limit} earlier ones. */
  Optional<PastOutcome> mostSimilar(int limit, CallHistory calls) {
    return most(limit, calls, each -> each.text() == latest().text(), latest()::similarity);
  }

  /** Returns the outcome among {@code limit} earlier ones whose call has the highest score. */
  Optional<PastOutcome> nearestInMeaning(int limit, CallHistory calls) {
    return most(limit, calls, latest()::bringsTheSame, latest()::score);
  }

  private Optional<PastOutcome> most(
      int limit,
      CallHistory calls,
      Predicate<PastOutcome> isComparable,
      ToDoubleFunction<PastOutcome> measure) {
    PastOutcome most = null;
    double highest = Double.NEGATIVE_INFINITY;
    for (int i = 1; i <= limit && i < latestFirst.size(); i++) {
      PastOutcome each = latestFirst.get(i);
      if (isComparable.test(each)
          && (latest().isDoneWithoutAnswer() || !calls.hasNewsBetween(each.call, latest().call))
          && !hasChangedSince(each)) {
        double similarity = measure.applyAsDouble(each);
        most = similarity > highest ? each : most;
        highest = Math.max(similarity, highest);
      }
      if (each.reported) {
        break;
      }
    }
    return Optional.ofNullable(most);
  }

  /** Returns whether the latest call equals an earlier one and had another result in between. */
  private boolean hasChangedSince(PastOutcome past) {
    return past.call.isSameAs(latest().call)
        && earlier().stream()
            .takeWhile(each -> each != past)
            .anyMatch(each -> each.call.isSameAs(past.call) && each.text() != past.text());
  }

  /**
   * Returns the number of consecutive latest calls of all tools that wrote versions of a long text
   * to the same place and were only acknowledged. The calls of one model response count as one.
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

  /** Marks the latest outcome as reported; comparisons of later calls stop before it. */
  void markReported() {
    latest().reported = true;
  }
}
