package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.settings.DetectorSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds a model that says nearly the same turn after turn.
 *
 * <p>Each turn is compared with the last {@code compare_last}; a dissimilar one sets the count to
 * 0. So does one that comes after news: a model that walks through a tree of folders says the same
 * at each, and gets somewhere all the while. Earlier ones are of no use, so they are not kept,
 * whatever {@code history} allows. Stateless and thread-safe.
 */
public final class SimilarTurnsDetector {

  private static final LoopIdentity LOOP =
      new LoopIdentity(DetectorKind.SIMILAR_TURNS, new Fingerprint(0, 0, 0, 0));

  /** No two turns are as alike as this. */
  private static final double NEVER = 2;

  private final DetectorSettings.SimilarTurns settings;

  /** Creates a detector. */
  public SimilarTurnsDetector(DetectorSettings.SimilarTurns settings) {
    this.settings = settings;
  }

  /**
   * Judges a turn.
   *
   * @param afterNews whether the calls since the last turn brought something new
   * @return a finding whose threshold is {@code terminate_after} where that is reached, else {@code
   *     warn_after}; or {@code null}
   */
  public @Nullable Finding judge(WordSet turn, boolean afterNews, RecentTurns recent) {
    if (!settings.enabled()) {
      return null;
    }
    int kept = Math.min(settings.compareLast(), settings.history());
    TurnSimilarity compared = recent.add(turn, kept, afterNews ? NEVER : settings.similarity());
    Double similarity = compared.similarity();
    if (similarity == null || compared.consecutive() < settings.warnAfter()) {
      return null;
    }
    boolean terminates = compared.consecutive() >= settings.terminateAfter();
    return new Finding(
        LOOP,
        compared.consecutive(),
        terminates ? settings.terminateAfter() : settings.warnAfter(),
        List.of(),
        new Evidence.Similarity(similarity),
        "detectors.similar_turns." + (terminates ? "terminate_after" : "warn_after"));
  }
}
