package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.Action;
import io.loopsentinel.engine.settings.DetectorSettings;
import io.loopsentinel.engine.settings.Ladder;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Finds a model that says nearly the same turn after turn.
 *
 * <p>Each turn is compared with the last {@code compare_last}; a dissimilar one sets the count to
 * 0. So does one that comes after news: a model that walks through a tree of folders says the same
 * at each, and gets somewhere all the while. Earlier ones are of no use, so they are not kept,
 * whatever {@code history} allows.
 */
public final class SimilarTurnsDetector implements Detector {

  private static final LoopIdentity LOOP =
      new LoopIdentity(DetectorKind.SIMILAR_TURNS, new Fingerprint(0, 0, 0, 0));

  /** No two turns are as alike as this. */
  private static final double NEVER = 2;

  private final DetectorSettings.SimilarTurns settings;
  private final Ladder ladder;

  SimilarTurnsDetector(DetectorSettings.SimilarTurns settings) {
    this.settings = settings;
    int warnings = Math.max(0, settings.terminateAfter() - settings.warnAfter());
    List<Action> rungs = new ArrayList<>(Collections.nCopies(warnings, Action.WARN));
    rungs.add(Action.TERMINATE);
    this.ladder = new Ladder(rungs);
  }

  @Override
  public DetectorKind kind() {
    return DetectorKind.SIMILAR_TURNS;
  }

  /** Returns a warning for each turn from {@code warn_after} on, until {@code terminate_after}. */
  @Override
  public Ladder ladder(ToolPolicy policy) {
    return ladder;
  }

  @Override
  public int occurrence(Finding finding, int found) {
    return finding.count() - settings.warnAfter() + 1;
  }

  /** Returns a finding whose threshold is the one of the two settings that is reached. */
  @Override
  public @Nullable Finding afterTurn(Turn turn, SessionHistory session) {
    if (turn.words() == null) {
      return null;
    }
    int kept = Math.min(settings.compareLast(), settings.history());
    double similar = turn.afterNews() ? NEVER : settings.similarity();
    TurnSimilarity compared = session.turns().add(turn.words(), kept, similar);
    if (compared.similarity() == null || compared.consecutive() < settings.warnAfter()) {
      return null;
    }
    boolean terminates = compared.consecutive() >= settings.terminateAfter();
    return new Finding(
        LOOP,
        compared.consecutive(),
        terminates ? settings.terminateAfter() : settings.warnAfter(),
        List.of(),
        new AlikeTurns(compared.similarity()),
        "detectors.similar_turns." + (terminates ? "terminate_after" : "warn_after"));
  }

  /**
   * Turns in nearly the same words.
   *
   * @param greatest the share of words that the most alike of those compared has in common, 0 to 1
   */
  public record AlikeTurns(double greatest) implements Evidence {

    @Override
    public String fact(Finding finding, DescribedCall call) {
      return "You have said nearly the same %d times in a row (%d %% of the words)."
          .formatted(finding.count() + 1, Math.round(greatest * 100));
    }

    @Override
    public String summary(Finding finding) {
      return "the model said nearly the same %d times in a row".formatted(finding.count() + 1);
    }

    @Override
    public String basis() {
      return String.format(Locale.ROOT, "%.0f %% alike", 100 * greatest);
    }

    @Override
    public String advice() {
      return "Do not say it again: take a step that you have not taken yet, answer with what you "
          + "know, or say what you need to go on.";
    }

    @Override
    public String alternative(String tool) {
      return "take a step that you have not taken yet";
    }

    @Override
    public boolean takesSuggestion() {
      return false;
    }

    @Override
    public Double similarity() {
      return greatest;
    }
  }
}
