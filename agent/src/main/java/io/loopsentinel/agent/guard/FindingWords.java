package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.settings.Action;
import java.util.function.Function;

/** Says in a clause what is done about a finding. Stateless. */
final class FindingWords {

  static final String IN_NEXT_REQUEST = "a warning is added to the next request";

  private FindingWords() {}

  /** Describes findings about a call before it ran, and what was really done. */
  static Function<Detection, String> ofCall(Ruling.Found found, Action done) {
    return detection ->
        ofCall(
            found,
            detection,
            done,
            "the call runs, with a warning where its result or the next request can carry one",
            "the model gets a hint in its place",
            detection.rung() == Action.HINT ? "aborted (no hint can be returned)" : "aborted");
  }

  /** Describes findings about a call of a batch; {@code told} if the next request warns of it. */
  static Function<Detection, String> ofBatch(Action done, boolean told) {
    String warned =
        told
            ? IN_NEXT_REQUEST
            : "the model is not warned, for its method returns for several calls at once";
    String aborted = "aborted, with all of its batch";
    return detection -> of(done, detection.rung(), warned, aborted, aborted);
  }

  /** Describes findings in a turn of the model. */
  static Function<Detection, String> ofTurn(Action action, boolean told) {
    String warned = inRequest(told);
    return detection -> {
      Action rung = detection.rung();
      return of(action == Action.OBSERVE ? action : rung, rung, warned, warned, warned);
    };
  }

  /** Describes findings about a call that the model asked for and nobody dispatched. */
  static Function<Detection, String> ofUndispatched(Ruling.Found found, boolean told) {
    String warned = inRequest(told);
    return detection ->
        "asked for and never dispatched: "
            + ofCall(found, detection, found.action(), warned, warned, "the turn is aborted");
  }

  static String observed(Action rung) {
    return rung == Action.OBSERVE
        ? "observed"
        : "observed (enforced, it would be: " + rung.text() + ")";
  }

  private static String ofCall(
      Ruling.Found found,
      Detection detection,
      Action done,
      String warned,
      String hinted,
      String aborted) {
    return done != Action.OBSERVE && detection.rung() != found.decisive().rung()
        ? "a stricter action was taken"
        : of(done, detection.rung(), warned, hinted, aborted);
  }

  private static String of(Action done, Action rung, String warned, String hinted, String aborted) {
    return switch (done) {
      case OBSERVE -> observed(rung);
      case WARN -> warned;
      case HINT, ASK -> hinted;
      case ABORT -> aborted;
      case TERMINATE -> "the session is terminated";
    };
  }

  private static String inRequest(boolean told) {
    return told ? IN_NEXT_REQUEST : "the model is not warned, for no turn target has inject";
  }
}
