package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.call.ToolRules;
import io.loopsentinel.engine.detect.DetectorTraits.Flag;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a tool that keeps returning the same result, regardless of its arguments.
 *
 * <p>Acknowledgements have no content that could stagnate, and failures belong to {@link
 * ErrorDetector}; both end the streak. Answers that nothing was found belong to {@link
 * SimilarCallsDetector}, if it counts searches. A long result can hardly be the honest answer to
 * several questions, as "no match" can, so its threshold is one less. The result that caused a
 * finding starts the next streak. A looser override of the tool also applies here.
 *
 * @param skipsSearches whether {@link SimilarCallsDetector} counts searches
 */
public record StagnationDetector(Settings settings, ToolRules rules, boolean skipsSearches)
    implements Detector {

  public static final String NAME = "stagnation";

  private static final String THRESHOLD = "detectors.stagnation.threshold";

  /**
   * The section {@code detectors.stagnation}.
   *
   * @param threshold number of consecutive outcomes that make a finding, at least 1
   */
  public record Settings(boolean enabled, int threshold, @Nullable Ladder escalation)
      implements DetectorSettings {

    public static final Settings DEFAULT = new Settings(true, 6, null);
  }

  @Override
  public Ladder defaultLadder(Finding finding) {
    return Ladder.WARN_FIRST;
  }

  @Override
  public @Nullable Finding afterCall(Call call, Outcome outcome, SessionHistory session) {
    boolean isSearch = outcome.negative() && skipsSearches;
    if (outcome.kind() != Outcome.Kind.ANSWER || isSearch || call.isPatient()) {
      return null;
    }
    ToolOutcomes outcomes = session.outcomes(call);
    int count = outcomes.countResult();
    int own = Math.max(1, settings.threshold() - lessFor(outcome, outcomes, session.calls()));
    ToolRules.Threshold allowed = rules.looser(call.tool(), own, THRESHOLD);
    boolean saysNothing = outcomes.latest().mayAcknowledge && !outcomes.latest().isOfOneCall;
    if (count < allowed.threshold()
        || saysNothing
        || session.calls().isMostlyNewsSince(outcomes.latest().first, Call::hasNews)) {
      return null;
    }
    outcomes.restartCounts(1);
    return new Finding(
        Finding.Loop.ofTool(NAME, call.tool(), outcome.stagnationKey()),
        outcomes.latest().total,
        allowed.threshold(),
        List.of(call.tool()),
        new SameResults(outcomes.latest().isOfOneCall),
        allowed.setting());
  }

  /** A long answer may come once less often, and twice less with no other call between. */
  private int lessFor(Outcome outcome, ToolOutcomes outcomes, CallHistory calls) {
    if (!outcome.substantial() && !outcome.record()) {
      return 0;
    }
    int row = settings.threshold() - 2;
    return row > 1 && outcomes.areConsecutive(row, calls) ? 2 : 1;
  }

  @Override
  public DetectorTraits traits() {
    return DetectorTraits.reading(0, Flag.RESTARTS_COUNTS);
  }

  @Override
  public boolean isRefuted(Finding finding, Outcome outcome) {
    return outcome.kind() != Outcome.Kind.ANSWER || !finding.loop().hasKey(outcome.stagnationKey());
  }

  /**
   * Equal results.
   *
   * @param ofOneCall whether the arguments were the same each time, too
   */
  public record SameResults(boolean ofOneCall) implements Evidence {

    @Override
    public Words words(Finding finding) {
      String same = " the same result " + Evidence.times(finding.count()) + " running";
      return new Words(
          call ->
              "%s has given%s%s.%s"
                  .formatted(
                      call.cut(finding.tools()),
                      same,
                      ofOneCall ? "" : ", whatever its arguments",
                      call.quotedArguments()),
          finding.tools() + " gave" + same,
          "the same result",
          Advice.onOutcome(
              (ofOneCall ? "Asking once more is" : "Other arguments of this kind are")
                  + " unlikely to bring anything else: work with the result you "
                  + "have, look somewhere else with another tool, or answer with what you know.",
              "work with it, or look elsewhere",
              "use another tool than " + finding.shortTools()));
    }
  }
}
