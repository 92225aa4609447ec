package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.finding.Evidence;
import io.loopsentinel.engine.finding.Finding;
import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.meaning.SimilarMeaning;
import io.loopsentinel.engine.outcome.WordSet;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * Finds a model that says nearly the same thing turn after turn.
 *
 * <p>Each turn is compared with the last {@code compare_last} turns. A dissimilar turn resets the
 * count to 0. So does a turn after news: a model that walks through a tree of folders says the same
 * at each, but makes progress. Turns before the last {@code compare_last} are useless and not kept,
 * even if {@code history} allows more.
 */
public record SimilarTurnsDetector(Settings settings) implements Detector {

  public static final String NAME = "similar_turns";

  private static final Finding.Loop LOOP = new Finding.Loop(NAME, new Fingerprint(0, 0, 0, 0));

  /** A similarity that no two turns reach. */
  private static final double UNREACHABLE = 2;

  /**
   * The section {@code detectors.similar_turns}.
   *
   * @param similarity minimum similarity of two token sets (Jaccard), above 0, at most 1
   * @param compareLast number of earlier turns to compare with, at least 1
   * @param warnAfter number of consecutive similar turns from which the model is warned, at least 1
   * @param terminateAfter number of consecutive similar turns that end the session, at least 1
   * @param history number of turns that may be kept, at least {@code compareLast}
   * @param meaning when turns in other words are similar, too; {@code null} if never
   */
  public record Settings(
      boolean enabled,
      double similarity,
      int compareLast,
      int warnAfter,
      int terminateAfter,
      int history,
      @Nullable SimilarMeaning meaning)
      implements DetectorSettings {

    public static final Settings DEFAULT = new Settings(true, 0.85, 5, 3, 5, 50, null);
  }

  /** A bounded history of the latest model turns. Not thread-safe: guarded by its session. */
  public static final class RecentTurns {

    private final Deque<WordSet> turns = new ArrayDeque<>(2);
    private Similarity latest = new Similarity(null, false, 0);

    /**
     * The similarity of a model turn to earlier turns.
     *
     * @param greatest the greatest similarity to one of them, 0 to 1; {@code null} if there was
     *     none
     * @param inMeaning whether this is the score of meanings, not the share of words
     * @param consecutive the number of consecutive turns that were similar to an earlier one
     */
    public record Similarity(@Nullable Double greatest, boolean inMeaning, int consecutive) {}

    public Similarity latest() {
      return latest;
    }

    /**
     * Adds a turn.
     *
     * @param minSimilarity the share of words from which turns count as similar
     * @param minScore the score from which they do
     */
    Similarity add(WordSet turn, int maxTurns, double minSimilarity, double minScore) {
      while (turns.size() > maxTurns) { // A reload may have lowered the maximum.
        turns.removeFirst();
      }
      Double greatest = greatest(earlier -> turn.similarity(earlier, 0));
      boolean isSimilar = greatest != null && greatest >= minSimilarity;
      Double score = isSimilar || minScore == UNREACHABLE ? null : greatest(turn::score);
      boolean inMeaning = score != null && score >= minScore;
      latest =
          new Similarity(
              inMeaning ? score : greatest,
              inMeaning,
              isSimilar || inMeaning ? latest.consecutive() + 1 : 0);
      if (turns.size() == maxTurns) {
        turns.removeFirst();
      }
      turns.addLast(turn);
      return latest;
    }

    private @Nullable Double greatest(ToDoubleFunction<WordSet> similarity) {
      return turns.stream().map(similarity::applyAsDouble).max(Double::compare).orElse(null);
    }
  }

  @Override
  public WordSet words(String text) {
    SimilarMeaning meaning = settings.meaning();
    WordSet words = WordSet.of(text);
    return meaning == null ? words : words.withMeaning(meaning.reader().apply(text));
  }

  /** Warns from {@code warn_after} on and ends the session at {@code terminate_after}. */
  @Override
  public Ladder ladder(Finding finding, ToolPolicy policy) {
    int warnings = Math.max(0, settings.terminateAfter() - settings.warnAfter());
    List<Action> rungs = new ArrayList<>(Collections.nCopies(warnings, Action.WARN));
    rungs.add(Action.TERMINATE);
    return new Ladder(rungs);
  }

  @Override
  public DetectorTraits traits() {
    return new DetectorTraits(0, 0, 0, settings.warnAfter(), Set.of());
  }

  /** Returns a finding whose threshold is whichever of the two settings is reached. */
  @Override
  public @Nullable Finding afterTurn(
      @Nullable WordSet words, boolean afterNews, SessionHistory session) {
    if (words == null) {
      return null;
    }
    int maxTurns = Math.min(settings.compareLast(), settings.history());
    double minSimilarity = afterNews ? UNREACHABLE : settings.similarity();
    SimilarMeaning meaning = settings.meaning();
    double minScore = afterNews || meaning == null ? UNREACHABLE : meaning.minScore();
    RecentTurns.Similarity compared = session.turns().add(words, maxTurns, minSimilarity, minScore);
    if (compared.greatest() == null || compared.consecutive() < settings.warnAfter()) {
      return null;
    }
    boolean terminates = compared.consecutive() >= settings.terminateAfter();
    return new Finding(
        LOOP,
        compared.consecutive(),
        terminates ? settings.terminateAfter() : settings.warnAfter(),
        List.of(),
        new AlikeTurns(compared.greatest(), compared.inMeaning()),
        "detectors.similar_turns." + (terminates ? "terminate_after" : "warn_after"));
  }

  /**
   * Turns in nearly the same words, or that say the same in other words.
   *
   * @param similarity the share of words in common with the most similar compared turn, or the
   *     score of their meanings, 0 to 1
   * @param inMeaning whether it is the score
   */
  public record AlikeTurns(Double similarity, boolean inMeaning) implements Evidence {

    @Override
    public Words words(Finding finding) {
      String same = "said nearly the same %s times in a row".formatted(finding.count() + 1);
      long percent = Math.round(similarity * 100);
      return new Words(
          call ->
              "You have "
                  + same
                  + (call.quotes() && !inMeaning ? " (" + percent + " % of the words)." : "."),
          "the model " + same,
          String.format(
              Locale.ROOT, "%.0f %% alike%s", 100 * similarity, inMeaning ? " in meaning" : ""),
          Advice.onSession(
              "Do not say it again: take a step that you have not taken yet, answer with what you "
                  + "know, or say what you need to go on.",
              "take a step not taken yet",
              "take a step that you have not taken yet"));
    }
  }
}
