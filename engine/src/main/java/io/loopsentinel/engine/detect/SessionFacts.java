package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.identity.IdentityRule;
import io.loopsentinel.engine.text.Printable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Further facts about a session that help a model to leave a loop. Immutable.
 *
 * @param otherTools up to three tools that are not part of the loop and whose last known call
 *     succeeded, printable, the latest first
 * @param withoutNews number of consecutive latest calls that did not succeed with a new answer; 0
 *     if this is not worth a mention
 * @param onlyArguments whether all calls of the tool in the session had the same arguments
 */
public record SessionFacts(List<String> otherTools, int withoutNews, boolean onlyArguments) {

  public static final SessionFacts NONE = new SessionFacts(List.of(), 0, false);

  private static final int MAX_TOOLS = 3;
  private static final int MAX_NAME_LENGTH = 40;

  /** Minimum number of calls without news that is worth a mention. */
  private static final int MIN_WITHOUT_NEWS = 3;

  static SessionFacts of(Finding finding, CallHistory calls) {
    if (finding.isOfBudget() || !finding.isOfLoop()) {
      return NONE;
    }
    List<Call> latest = calls.latest(CallHistory.MAX_SCANNED);
    Map<String, Boolean> lastSucceeded = new LinkedHashMap<>();
    for (Call call : latest) {
      if (call.result() != null && !finding.cycle().contains(call.tool())) {
        lastSucceeded.putIfAbsent(call.tool(), call.hasSucceeded() && !call.isWaiting());
      }
    }
    List<String> others =
        lastSucceeded.entrySet().stream()
            .filter(Map.Entry::getValue)
            .map(each -> Printable.within(each.getKey(), MAX_NAME_LENGTH))
            .limit(MAX_TOOLS)
            .toList();
    return new SessionFacts(
        others, withoutNews(finding, latest), hasOnlyArguments(finding, latest, calls));
  }

  /** A streak one shorter than the finding's suffices: the first of equal results may be new. */
  private static int withoutNews(Finding finding, List<Call> latest) {
    int count =
        (int)
            latest.stream()
                .takeWhile(call -> call.result() != null && !call.hasNewAnswer())
                .count();
    return count < Math.max(MIN_WITHOUT_NEWS, finding.count() - 1) ? 0 : count;
  }

  private static boolean hasOnlyArguments(Finding finding, List<Call> latest, CallHistory calls) {
    return finding.detector().equals(RepeatDetector.NAME)
        && calls.isComplete()
        && latest.size() == calls.size()
        && latest.stream()
            .filter(call -> finding.cycle().contains(call.tool()))
            .allMatch(
                call ->
                    call.fingerprint().equals(finding.loop().subject())
                        && call.policy().identity().equals(IdentityRule.ALL_ARGUMENTS));
  }
}
