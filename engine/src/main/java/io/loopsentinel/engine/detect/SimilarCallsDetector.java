package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.call.ToolRules;
import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.meaning.Meaning;
import io.loopsentinel.engine.meaning.SimilarMeaning;
import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.Ladder;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls of one tool with nearly the same arguments that bring nothing new.
 *
 * <p>Outcomes must be equal, not similar: a poll in which one field of many changes is not a loop.
 * An equal call is similar, too, because it may recur too rarely for the window of {@code repeat},
 * whereas this detector considers one tool only. A looser override of the tool also applies here.
 *
 * <p>If a call is only acknowledged, similarity proves nothing: a task list with one more item done
 * is progress. The arguments must then be equal except for punctuation, and no other call may bring
 * news. Two more patterns are found: searches by any tools that find nothing; and repeated writing
 * of nearly the same text with nothing read, tested or answered in between.
 */
public record SimilarCallsDetector(Settings settings, ToolRules rules) implements Detector {

  public static final String NAME = "similar_calls";

  private static final String THRESHOLD = "detectors.similar_calls.threshold";

  /** Key that distinguishes these loops from those of equal outcomes. */
  private static final long REWRITING = 2;

  /** Key of the loops whose calls mean the same and find nothing. */
  private static final long NOTHING = 3;

  /** The searches of all tools are one loop. */
  private static final Finding.Loop SEARCHES = new Finding.Loop(NAME, new Fingerprint(0, 0, 0, 1));

  private static final Ladder SEARCH_LADDER =
      Ladder.of(Action.WARN, Action.WARN, Action.HINT, Action.ABORT);

  /** Number of latest responses, or calls of no known one, in which searches are counted. */
  private static final int SEARCH_WINDOW = 12;

  /** Number of further searches that make the next finding. */
  private static final int MORE_SEARCHES = 2;

  private static final String SAME_OR_NEARLY = "the same or nearly the same arguments";

  private static final String IN_OTHER_WORDS = "arguments that mean the same";

  /**
   * The section {@code detectors.similar_calls}.
   *
   * @param similarity minimum similarity of two token sets (Jaccard), above 0, at most 1
   * @param compareLast number of earlier calls of the tool to compare with, at least 1
   * @param threshold number of consecutive similar calls that make a finding, at least 1
   * @param searches number of vain searches, one for each model response, among the last 12 that
   *     make a finding; 0 switches this off
   * @param rewrites number of consecutive versions of nearly the same arguments, all acknowledged
   *     and with no other call in between, that cause a warning; 0 switches this off
   * @param meaning when arguments in other words are similar, too; {@code null} if never
   */
  public record Settings(
      boolean enabled,
      double similarity,
      int compareLast,
      int threshold,
      int searches,
      int rewrites,
      @Nullable SimilarMeaning meaning,
      @Nullable Ladder escalation)
      implements DetectorSettings {

    public static final Settings DEFAULT = new Settings(true, 0.85, 5, 3, 7, 5, null, null);
  }

  /** Returns whether a loop is one of calls that mean the same and find nothing. */
  static boolean isOfNothing(Finding.Loop loop) {
    return loop.detector().equals(NAME) && loop.hasKey(NOTHING);
  }

  /** Returns whether searches of all tools that find nothing are counted together. */
  static boolean countsSearches(EngineSettings settings) {
    Settings similar = settings.detector(Settings.DEFAULT);
    return similar.enabled() && similar.searches() > 0;
  }

  /** Returns whether a loop is one of searches that return nothing. */
  static boolean isOfSearches(Finding.Loop loop) {
    return loop.equals(SEARCHES);
  }

  @Override
  public @Nullable Finding afterCall(Call call, Outcome outcome, SessionHistory session) {
    if (outcome.kind() == Outcome.Kind.WAITING || call.isPatient()) {
      return null;
    }
    ToolOutcomes outcomes = session.outcomes(call);
    boolean isDone = outcomes.latest().isDone();
    boolean serves = isDone && supportsProgress(call, outcomes, session.calls());
    Finding alike = judgeOutcome(call, outcome, outcomes, session.calls(), serves);
    if (alike != null) {
      return alike;
    }
    Finding vain = outcomes.latest().isEmptySearch() ? judgeSearches(call, session.calls()) : null;
    return vain != null || !isDone ? vain : judgeRewrites(call, outcomes, session);
  }

  /** Returns whether a call that is only acknowledged serves other calls that bring news. */
  private boolean supportsProgress(Call call, ToolOutcomes outcomes, CallHistory calls) {
    return calls.hasNewsFromOthers(call.fingerprint())
        || outcomes
            .mostSimilar(settings.compareLast(), calls)
            .filter(each -> calls.hasNewAnswerSince(each.call))
            .isPresent();
  }

  private @Nullable Finding judgeOutcome(
      Call call, Outcome outcome, ToolOutcomes outcomes, CallHistory calls, boolean serves) {
    PastOutcome similar = outcomes.mostSimilar(settings.compareLast(), calls).orElse(null);
    double similarity = similar == null ? -1 : outcomes.latest().similarity(similar);
    AlikeCalls evidence = new AlikeCalls(similarity, null);
    if (similarity < settings.similarity()) {
      similar = null;
    }
    SimilarMeaning meaning = settings.meaning();
    if (similar == null && meaning != null) {
      similar = outcomes.nearestInMeaning(settings.compareLast(), calls).orElse(null);
      double score = similar == null ? Meaning.UNKNOWN : outcomes.latest().score(similar);
      evidence = new AlikeCalls(score, meaning.minScore());
      similar = score >= meaning.minScore() ? similar : null;
    }
    int count = similar == null ? 0 : outcomes.latest().extendSimilarChain(similar);
    ToolRules.Threshold allowed = rules.looser(call.tool(), settings.threshold(), THRESHOLD);
    if (count < allowed.threshold() || serves) {
      return null;
    }
    outcomes.markReported();
    return new Finding(
        Finding.Loop.ofTool(NAME, call.tool(), key(outcome)),
        count,
        allowed.threshold(),
        List.of(call.tool()),
        evidence,
        allowed.setting());
  }

  private @Nullable Finding judgeSearches(Call call, CallHistory calls) {
    int searches = calls.countVain(SEARCH_WINDOW, MORE_SEARCHES);
    if (settings.searches() == 0 || searches < settings.searches()) {
      return null;
    }
    call.markReported();
    return new Finding(
        SEARCHES,
        searches,
        settings.searches(),
        List.of(call.tool()),
        new EmptySearches(),
        "detectors.similar_calls.searches");
  }

  private @Nullable Finding judgeRewrites(
      Call call, ToolOutcomes outcomes, SessionHistory session) {
    int rewrites = outcomes.countRewrites(session.calls());
    if (settings.rewrites() == 0 || rewrites < settings.rewrites()) {
      return null;
    }
    outcomes.markReported();
    return new Finding(
        Finding.Loop.ofTool(NAME, call.tool(), REWRITING),
        rewrites,
        settings.rewrites(),
        List.of(call.tool()),
        new Rewrites(),
        "detectors.similar_calls.rewrites");
  }

  /**
   * Only warns about rewriting, because the next version may be the one that is tested. Warns twice
   * about searches, because the next one may find something.
   */
  @Override
  public Ladder defaultLadder(Finding finding) {
    if (isOfSearches(finding.loop())) {
      return SEARCH_LADDER;
    }
    return finding.loop().hasKey(REWRITING) ? Ladder.WARN_ONLY : Ladder.WARN_FIRST;
  }

  @Override
  public DetectorTraits traits() {
    return new DetectorTraits(0, 0, settings.compareLast(), 0, Set.of());
  }

  @Override
  public boolean isRefuted(Finding finding, Outcome outcome) {
    return isOfSearches(finding.loop())
        ? !outcome.negative() && !outcome.acknowledgement()
        : !finding.loop().hasKey(key(outcome));
  }

  /** Returns the key of equal outcomes; one key for all that found nothing if meanings count. */
  private long key(Outcome outcome) {
    if (settings.meaning() != null && outcome.negative()) {
      return NOTHING;
    }
    return outcome.failed() ? outcome.errorKey() : outcome.normalisedKey();
  }

  /** Returns whether a finding is about other words, and one of its calls says the same. */
  static boolean isSameInMeaning(Finding finding, PastOutcome past, WordSet words) {
    return finding.evidence() instanceof AlikeCalls alike
        && alike.minScore() != null
        && past.score(words) >= alike.minScore();
  }

  /**
   * Calls with nearly the same arguments.
   *
   * @param similarity the share of words in common with the most similar compared call, or the
   *     score of their meanings, 0 to 1
   * @param minScore the minimum score; {@code null} if words were compared
   */
  public record AlikeCalls(Double similarity, @Nullable Double minScore) implements Evidence {

    @Override
    public Words words(Finding finding) {
      String called = "called %s times with ".formatted(finding.count() + 1);
      String unquoted = minScore == null ? SAME_OR_NEARLY : IN_OTHER_WORDS;
      return new Words(
          call ->
              "%s was %s%s and the same result.%s"
                  .formatted(
                      call.cut(finding.tools()),
                      called,
                      call.quotes() ? alike() : unquoted,
                      call.quotedArguments()),
          finding.tools() + " " + called + unquoted + " and the same result",
          String.format(
              Locale.ROOT,
              "%.0f %% alike%s",
              100 * similarity,
              minScore == null ? "" : " in meaning"),
          Advice.onOutcome(
              "Asking for it again, in these or in other words, is unlikely to change the result:"
                  + " use the one you have, try something of another kind, or answer with what you"
                  + " know.",
              "use that result, or try another way",
              "use another tool than " + finding.shortTools()));
    }

    /** Equal calls count as similar, so at 100 % the arguments may or may not differ. */
    private String alike() {
      long percent = Math.round(similarity * 100);
      if (minScore != null) {
        return IN_OTHER_WORDS;
      }
      return percent == 100
          ? SAME_OR_NEARLY
          : "nearly the same arguments (" + percent + " % of the words)";
    }
  }

  /** Searches that found nothing. */
  public record EmptySearches() implements Evidence {

    @Override
    public Words words(Finding finding) {
      String found =
          "%s of the last %s calls found nothing".formatted(finding.count(), SEARCH_WINDOW);
      return new Words(
          call -> found + "." + call.quotedArguments(),
          found,
          "nothing found",
          Advice.onOutcome(
                  "What they look for is not there in this form: look in another place or in"
                      + " another way, or answer with what you know.",
                  "look elsewhere",
                  "use another tool than " + finding.shortTools())
              .withContinueIf("each has done something"));
    }
  }

  /** Versions of nearly the same arguments, none of which was read or tested. */
  public record Rewrites() implements Evidence {

    @Override
    public Words words(Finding finding) {
      String wrote =
          "was called %s times in a row with nearly the same arguments, nothing read or"
                  .formatted(finding.count())
              + " tested in between";
      return new Words(
          call -> call.cut(finding.tools()) + " " + wrote + "." + call.quotedArguments(),
          finding.tools() + " " + wrote,
          "nearly the same arguments, acknowledged",
          Advice.onSession(
                  "Read or test what is there now before you write it once more.",
                  "read or test it first",
                  "read or test what is there now")
              .withContinueIf("each did something of its own"));
    }
  }
}
