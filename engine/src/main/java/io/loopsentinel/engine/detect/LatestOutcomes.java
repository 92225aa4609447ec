package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.call.CallForm;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The latest outcomes of all tools in a session. Not thread-safe: guarded by its session.
 *
 * <p>A tool that runs command lines has outcomes of each program.
 */
final class LatestOutcomes {

  /** Number of equal failures from which other arguments of a tool are unlikely to help. */
  private static final int MIN_FAILURES = 7;

  /** Number of tools whose outcomes all fit; beyond that, the oldest outcomes are evicted. */
  private static final int MAX_TOOLS = 32;

  private final List<PastOutcome> oldestFirst = new ArrayList<>(0);

  /** Adds an outcome. If there are too many, the oldest of its tool or program is evicted. */
  PastOutcome add(Call call, Outcome outcome, boolean comparable, int maxOfTool) {
    List<PastOutcome> ofTool = of(call);
    PastOutcome past = new PastOutcome(call, outcome, comparable, ofTool);
    List<PastOutcome> known = call.form().isShell() ? ofProgram(call) : ofTool;
    if (known.size() >= maxOfTool) {
      oldestFirst.remove(known.get(known.size() - 1));
    } else if (oldestFirst.size() >= MAX_TOOLS * maxOfTool) {
      oldestFirst.remove(0);
    }
    oldestFirst.add(past);
    return past;
  }

  /** Returns the outcomes of the tool of a call, the latest first. */
  List<PastOutcome> of(Call call) {
    return matching(call::isOfSameTool);
  }

  /** Returns the outcomes of the program that a shell call runs, or else of the tool. */
  List<PastOutcome> ofProgram(Call call) {
    return matching(call::isOfSameActor);
  }

  private List<PastOutcome> matching(Predicate<Call> wanted) {
    List<PastOutcome> found = new ArrayList<>(ToolOutcomes.MIN_KEPT);
    for (int i = oldestFirst.size() - 1; i >= 0; i--) {
      if (wanted.test(oldestFirst.get(i).call)) {
        found.add(oldestFirst.get(i));
      }
    }
    return found;
  }

  /**
   * Returns whether a call is equal or similar to one of a loop, and nothing new has come since. A
   * call that asks about the next of several named items continues no loop.
   *
   * @param finding a finding about outcomes of the tool
   */
  boolean continues(Finding finding, Call call, WordSet words, CallHistory calls) {
    if (SimilarCallsDetector.isOfSearches(finding.loop())) {
      List<PastOutcome> ofTool = of(call);
      boolean searches = call.form().looks() || CallForm.searches(call.tool());
      return ofTool.stream().allMatch(past -> past.isEmptySearch())
          && (searches || !WordSet.areItems(PastOutcome.arguments(ofTool, words)));
    }
    if (finding.loop().subject().equals(call.fingerprint())) {
      return calls.latestEqual(call).filter(past -> !calls.hasNewsBetween(past, call)).isPresent();
    }
    List<PastOutcome> members = of(call).stream().filter(past -> past.isMemberOf(finding)).toList();
    boolean isNextItem =
        members.size() > 1
            && members.get(0).isAnswer()
            && WordSet.areNamedItems(PastOutcome.arguments(members, words));
    for (PastOutcome past : members) {
      if (past.call.isOfSameActor(call)
          && (past.call.isSameAs(call)
              || (past.isNear(words) && !past.isAboutOther(words) && !isNextItem)
              || SimilarCallsDetector.isSameInMeaning(finding, past, words)
              || hasNeverWorked(finding, call))) {
        return !calls.hasNewsBetween(past.call, call);
      }
    }
    return false;
  }

  /** Returns whether each call of a tool failed as a finding says. */
  private boolean hasNeverWorked(Finding finding, Call call) {
    List<PastOutcome> ofTool = of(call);
    return ofTool.size() >= MIN_FAILURES
        && ofTool.stream().allMatch(past -> past.isFailureOf(finding));
  }
}
