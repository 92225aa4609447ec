package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls of one tool whose arguments are nearly the same and whose outcomes are equal.
 *
 * <p>Outcomes have to be equal, not alike: a poll that moves one field of many is no loop. An
 * acknowledgement says nothing, so where the outcome is one, the arguments have to hold the same
 * tokens, and nothing else may bring anything new. The same call again is alike, too: it may come
 * back too rarely for the window of {@code repeat}, and this looks at one tool only. A looser
 * override of the tool holds here as well.
 */
public record SimilarCallsDetector(Settings settings, ToolRules rules) implements OutcomeDetector {

  /** Its name in the configuration. */
  public static final String NAME = "similar_calls";

  private static final String THRESHOLD = "detectors.similar_calls.threshold";
  private static final String SAME_OR_NEARLY = "the same or nearly the same arguments";

  /**
   * The section {@code detectors.similar_calls}.
   *
   * @param similarity how much two token sets share (Jaccard), above 0 to 1
   * @param compareLast with how many earlier calls of the tool each is compared, at least 1
   * @param threshold how many similar calls in a row are a finding, at least 1
   */
  public record Settings(
      boolean enabled,
      double similarity,
      int compareLast,
      int threshold,
      @Nullable Ladder escalation)
      implements DetectorSettings {

    /** What holds where nothing is configured. */
    public static final Settings DEFAULT = new Settings(true, 0.85, 5, 3, null);
  }

  @Override
  public @Nullable Finding judge(
      Call call, Outcome outcome, ToolOutcomes outcomes, SessionHistory session) {
    double similarity = outcomes.greatestSimilarity(settings.compareLast());
    boolean similar =
        outcome.acknowledgement()
            ? similarity >= 1 && !session.calls().hasNewsBeside(call.fingerprint())
            : similarity >= settings.similarity();
    int count = similar ? outcomes.countSimilar() : 0;
    ToolRules.Threshold allowed = rules.looser(call.tool(), settings.threshold(), THRESHOLD);
    if (count < allowed.threshold()) {
      return null;
    }
    outcomes.endComparison();
    return new Finding(
        Finding.Loop.ofTool(NAME, call.tool(), key(outcome)),
        count,
        allowed.threshold(),
        List.of(call.tool()),
        new AlikeCalls(similarity),
        allowed.setting());
  }

  @Override
  public boolean isRefuted(Finding finding, Outcome outcome) {
    return !finding.loop().isAbout(key(outcome));
  }

  private static long key(Outcome outcome) {
    return outcome.failed() ? outcome.errorKey() : outcome.normalisedKey();
  }

  /**
   * Calls with nearly the same arguments.
   *
   * @param greatest the share of words that the most alike of those compared has in common, 0 to 1
   */
  public record AlikeCalls(double greatest) implements Evidence {

    @Override
    public Words words(Finding finding) {
      String called = "called %d times with ".formatted(finding.count() + 1);
      return new Words(
          call -> finding.tools() + " was " + called + alike() + " and the same result.",
          finding.tools() + " " + called + SAME_OR_NEARLY + " and the same result",
          String.format(Locale.ROOT, "%.0f %% alike", 100 * greatest),
          Advice.onOutcome(
              "Asking for it again, in these or in other words, will not change the result: use the"
                  + " one you have, try something of another kind, or answer with what you know.",
              "use another tool than " + finding.tools()));
    }

    /** The same call again is alike as well, so where all words agree nothing says they differ. */
    private String alike() {
      long percent = Math.round(greatest * 100);
      return percent == 100
          ? SAME_OR_NEARLY
          : "nearly the same arguments (" + percent + " % of the words)";
    }

    @Override
    public Double similarity() {
      return greatest;
    }
  }
}
