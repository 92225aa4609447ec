package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.detect.Detection;
import io.loopsentinel.engine.session.Ruling;
import io.loopsentinel.engine.settings.Action;

/** Says in a clause what is done about a finding. Stateless. */
final class FindingWords {

  private static final String IN_NEXT_REQUEST = "a warning is added to the next request";
  private static final String NOT_IN_REQUEST =
      "the model is not warned, for no turn target has inject";
  private static final String STRICTER = "a stricter action was taken";
  private static final String TERMINATED = "the session is terminated";

  private FindingWords() {}

  /**
   * Describes a finding about a call before it ran.
   *
   * @param done what was really done; a hint may have fallen to an abort
   */
  static String ofCall(Ruling.Found found, Detection detection, Action done) {
    Action rung = detection.rung();
    if (done != Action.OBSERVE && rung != found.decisive().rung()) {
      return STRICTER;
    }
    return switch (done) {
      case OBSERVE -> observed(rung);
      case WARN ->
          "the call runs, with a warning where its result or the next request can carry one";
      case HINT -> "the model gets a hint in its place";
      case ABORT -> rung == Action.HINT ? "aborted (its method cannot return a hint)" : "aborted";
      case TERMINATE -> TERMINATED;
    };
  }

  /**
   * Describes a finding about a call of a batch before it ran.
   *
   * @param done what was really done to all of the batch
   */
  static String ofBatch(Detection detection, Action done, Reports.WarningPlace told) {
    return switch (done) {
      case OBSERVE -> observed(detection.rung());
      case WARN ->
          told == Reports.WarningPlace.NEXT_REQUEST
              ? IN_NEXT_REQUEST
              : "the model is not warned, for its method returns for several calls at once";
      case HINT, ABORT -> "aborted, with all of its batch";
      case TERMINATE -> TERMINATED;
    };
  }

  /**
   * Describes a finding in the outcome of a call.
   *
   * @param threw whether there is no result, as the tool threw
   */
  static String ofOutcome(
      Action action, Detection detection, Reports.WarningPlace told, boolean threw) {
    if (action == Action.OBSERVE || detection.rung() == Action.OBSERVE) {
      return observed(detection.rung());
    }
    return switch (told) {
      case RESULT -> "a warning is added to the result";
      case NEXT_REQUEST -> IN_NEXT_REQUEST;
      case NONE ->
          "the model is not warned, for "
              + (threw ? "the tool threw" : "its result cannot carry a warning");
    };
  }

  /** Describes a finding in a turn of the model. */
  static String ofTurn(Action action, Detection detection, Reports.WarningPlace told) {
    if (action == Action.OBSERVE) {
      return observed(detection.rung());
    }
    return switch (detection.rung()) {
      case OBSERVE -> "observed";
      case TERMINATE -> TERMINATED;
      case WARN, HINT, ABORT -> inRequest(told);
    };
  }

  /** Describes a finding about a call that the model asked for and nobody dispatched. */
  static String ofUndispatched(Ruling.Found found, Detection detection, Reports.WarningPlace told) {
    Action action = found.action();
    String done =
        action != Action.OBSERVE && detection.rung() != found.decisive().rung()
            ? STRICTER
            : switch (action) {
              case OBSERVE -> observed(detection.rung());
              case WARN, HINT -> inRequest(told);
              case ABORT -> "the turn is aborted";
              case TERMINATE -> TERMINATED;
            };
    return "asked for and never dispatched: " + done;
  }

  private static String inRequest(Reports.WarningPlace told) {
    return told == Reports.WarningPlace.NEXT_REQUEST ? IN_NEXT_REQUEST : NOT_IN_REQUEST;
  }

  private static String observed(Action rung) {
    return rung == Action.OBSERVE
        ? "observed"
        : "observed (enforced, it would be: " + Traces.nameOf(rung) + ")";
  }
}
