package io.loopsentinel.agent.guard.report;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.session.Decision;
import io.loopsentinel.engine.settings.Action;
import java.util.function.Function;

/** Describes in a clause what is done about a finding. Stateless. */
public final class FindingWords {

  public static final String IN_NEXT_REQUEST = "a warning is added to the next request";

  private static final String TERMINATED = "the session is terminated";
  private static final String AT_NEXT_REQUEST = "; the run ends at its next request to the model";

  private FindingWords() {}

  /**
   * Describes findings about a call before it ran, and the action taken.
   *
   * @param deferred whether the error of an abort waits for the next request
   */
  public static Function<Detection, String> ofCall(
      Decision.Found found, Action done, boolean deferred) {
    return detection ->
        ofCall(
            found,
            detection,
            done,
            "the call runs, with a warning where its result or the next request can carry one",
            "the model gets a hint instead of a result",
            detection.rung() == Action.HINT
                ? "aborted (no hint can be returned)"
                : deferred ? "aborted" + AT_NEXT_REQUEST : "aborted",
            deferred ? TERMINATED + AT_NEXT_REQUEST : TERMINATED);
  }

  /** Describes findings about a call of a batch; {@code warns} if the next request carries it. */
  public static Function<Detection, String> ofBatch(Action done, boolean warns) {
    String warned =
        warns
            ? IN_NEXT_REQUEST
            : "the model is not warned, because its method returns for several calls at once";
    String aborted = "aborted, with all of its batch";
    return detection -> of(done, detection.rung(), warned, aborted, aborted, TERMINATED);
  }

  public static Function<Detection, String> ofTurn(Action action, boolean warns) {
    String warned = inRequest(warns);
    return detection -> {
      Action rung = detection.rung();
      String refused = "further requests that count against it are refused";
      return of(
          action == Action.OBSERVE ? action : rung, rung, warned, warned, refused, TERMINATED);
    };
  }

  public static Function<Detection, String> ofUndispatched(Decision.Found found, boolean warns) {
    String warned = inRequest(warns);
    return detection ->
        "requested and never dispatched: "
            + ofCall(
                found,
                detection,
                found.action(),
                warned,
                warned,
                "the turn is aborted",
                TERMINATED);
  }

  public static String observed(Action rung) {
    return rung == Action.OBSERVE
        ? "observed"
        : "observed (enforced, it would be: " + rung.text() + ")";
  }

  private static String ofCall(
      Decision.Found found,
      Detection detection,
      Action done,
      String warned,
      String hinted,
      String aborted,
      String terminated) {
    return done != Action.OBSERVE && detection.rung() != found.decisive().rung()
        ? "a stricter action was taken"
        : of(done, detection.rung(), warned, hinted, aborted, terminated);
  }

  private static String of(
      Action done, Action rung, String warned, String hinted, String aborted, String terminated) {
    return switch (done) {
      case OBSERVE -> observed(rung);
      case WARN -> warned;
      case REUSE -> "the model gets the earlier result again";
      case HINT, ASK -> hinted;
      case ABORT -> aborted;
      case TERMINATE -> terminated;
    };
  }

  private static String inRequest(boolean warns) {
    return warns ? IN_NEXT_REQUEST : "the model is not warned, because no turn target has inject";
  }
}
