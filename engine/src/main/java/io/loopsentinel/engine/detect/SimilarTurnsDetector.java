package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Fingerprint;
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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Finds a model that says nearly the same turn after turn.
 *
 * <p>Each turn is compared with the last {@code compare_last}; a dissimilar one sets the count to
 * 0. So does one that comes after news: a model that walks through a tree of folders says the same
 * at each, and gets somewhere all the while. Earlier ones are of no use, so they are not kept,
 * whatever {@code history} allows.
 */
public record SimilarTurnsDetector(Settings settings) implements Detector {

  /** Its name in the configuration. */
  public static final String NAME = "similar_turns";

  private static final Finding.Loop LOOP = new Finding.Loop(NAME, new Fingerprint(0, 0, 0, 0));

  /** No two turns are as alike as this. */
  private static final double UNREACHABLE = 2;

  /**
   * The section {@code detectors.similar_turns}.
   *
   * @param similarity how much two token sets share (Jaccard), above 0 to 1
   * @param compareLast with how many earlier turns each is compared, at least 1
   * @param warnAfter consecutive similar turns that are warned about, at least 1
   * @param terminateAfter consecutive similar turns that end the session, at least 1
   * @param history how many turns are kept, at least {@code compareLast}
   * @param by takes the words out of a text, or {@code null} where it cannot; absent: they are what
   *     stands between white space
   */
  public record Settings(
      boolean enabled,
      double similarity,
      int compareLast,
      int warnAfter,
      int terminateAfter,
      int history,
      @Nullable Function<String, @Nullable List<String>> by)
      implements DetectorSettings {

    /** What holds where nothing is configured. */
    public static final Settings DEFAULT = new Settings(true, 0.85, 5, 3, 5, 50, null);
  }

  /** The latest turns of the model, bounded in number. Not thread-safe: its session guards it. */
  public static final class RecentTurns {

    private final Deque<WordSet> turns = new ArrayDeque<>(2);
    private Similarity latest = new Similarity(null, 0);

    /**
     * How a turn of the model compares with those before.
     *
     * @param greatest the greatest similarity to one of them, 0 to 1; {@code null} where there was
     *     none
     * @param consecutive how many turns in a row were similar to one before
     */
    public record Similarity(@Nullable Double greatest, int consecutive) {}

    /** Returns how the latest turn compared. */
    public Similarity latest() {
      return latest;
    }

    /**
     * Adds a turn.
     *
     * @param kept the maximum number kept
     * @param similar the least similarity to an earlier turn that counts as similar
     * @return how it compares with those kept
     */
    Similarity add(WordSet turn, int kept, double similar) {
      Double greatest =
          turns.stream()
              .map(earlier -> turn.similarity(earlier, 0))
              .max(Double::compare)
              .orElse(null);
      boolean hit = greatest != null && greatest >= similar;
      latest = new Similarity(greatest, hit ? latest.consecutive() + 1 : 0);
      if (turns.size() == kept) {
        turns.removeFirst();
      }
      turns.addLast(turn);
      return latest;
    }
  }

  @Override
  public WordSet words(String text) {
    Function<String, @Nullable List<String>> by = settings.by();
    List<String> words = by == null ? null : by.apply(text);
    return words == null ? WordSet.of(text) : WordSet.ofWords(words);
  }

  /** Returns a warning for each turn from {@code warn_after} on, until {@code terminate_after}. */
  @Override
  public Ladder ladder(Finding finding, ToolPolicy policy) {
    int warnings = Math.max(0, settings.terminateAfter() - settings.warnAfter());
    List<Action> rungs = new ArrayList<>(Collections.nCopies(warnings, Action.WARN));
    rungs.add(Action.TERMINATE);
    return new Ladder(rungs);
  }

  @Override
  public int occurrence(Finding finding, int found) {
    return finding.count() - settings.warnAfter() + 1;
  }

  /** Returns a finding whose threshold is the one of the two settings that is reached. */
  @Override
  public @Nullable Finding afterTurn(
      @Nullable WordSet words, boolean afterNews, SessionHistory session) {
    if (words == null) {
      return null;
    }
    int kept = Math.min(settings.compareLast(), settings.history());
    double similar = afterNews ? UNREACHABLE : settings.similarity();
    RecentTurns.Similarity compared = session.turns().add(words, kept, similar);
    if (compared.greatest() == null || compared.consecutive() < settings.warnAfter()) {
      return null;
    }
    boolean terminates = compared.consecutive() >= settings.terminateAfter();
    return new Finding(
        LOOP,
        compared.consecutive(),
        terminates ? settings.terminateAfter() : settings.warnAfter(),
        List.of(),
        new AlikeTurns(compared.greatest()),
        "detectors.similar_turns." + (terminates ? "terminate_after" : "warn_after"));
  }

  /**
   * Turns in nearly the same words.
   *
   * @param similarity the share of words that the most alike of those compared has in common, 0 to
   *     1
   */
  public record AlikeTurns(Double similarity) implements Evidence {

    @Override
    public Words words(Finding finding) {
      String same = "said nearly the same %d times in a row".formatted(finding.count() + 1);
      long percent = Math.round(similarity * 100);
      return new Words(
          call -> "You have " + same + (call.quotes() ? " (" + percent + " % of the words)." : "."),
          "the model " + same,
          String.format(Locale.ROOT, "%.0f %% alike", 100 * similarity),
          Advice.onSession(
              "Do not say it again: take a step that you have not taken yet, answer with what you "
                  + "know, or say what you need to go on.",
              "take a step not taken yet",
              "take a step that you have not taken yet"));
    }
  }
}
