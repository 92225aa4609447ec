package io.loopsentinel.engine.detect;

import static io.loopsentinel.engine.detect.OutcomeField.CALL;
import static io.loopsentinel.engine.detect.OutcomeField.COUNT;
import static io.loopsentinel.engine.detect.OutcomeField.DONE_WITH;
import static io.loopsentinel.engine.detect.OutcomeField.ONE_CALL;
import static io.loopsentinel.engine.detect.OutcomeField.RESPONSE;
import static io.loopsentinel.engine.detect.OutcomeField.SIMILAR;
import static io.loopsentinel.engine.detect.OutcomeField.TOTAL;
import static io.loopsentinel.engine.detect.OutcomeField.WORDS;
import static io.loopsentinel.engine.detect.OutcomePlaces.NOWHERE;

import io.loopsentinel.engine.outcome.ArgumentSketch;
import io.loopsentinel.engine.outcome.Outcome;

/**
 * The latest outcomes of one tool in a session, and the rows that they form.
 *
 * <p>A view of the {@link CallRecords} of the session, in which each outcome is as {@link
 * OutcomeField} says; used for one outcome after the other. A row is counted in its latest outcome,
 * so nothing is kept for a tool beside its outcomes. Not thread-safe: the session guards the
 * records.
 */
public final class ToolOutcomes {

  /** Two errors by turns, even five, are rows side by side. */
  private static final int LEAST_KEPT = 5;

  private static final int MOST_RESPONSES = 63;

  private final OutcomePlaces places = new OutcomePlaces();
  private int compared;

  /** Creates a view of nothing. */
  public ToolOutcomes() {}

  /**
   * Looks at the outcomes of another tool or session.
   *
   * @param session the calls of the session, with their outcomes
   * @param name the tool's name
   * @param comparedLast how many of them arguments are compared with
   */
  public void lookAt(CallSequence session, String name, int comparedLast) {
    compared = comparedLast;
    places.lookAt(session, name, Math.max(LEAST_KEPT, compared));
  }

  /** Begins to count all rows of the tool anew; what they were in all is still told. */
  public void clearCounts() {
    int[] all = all();
    for (int at = places.latest(); at != NOWHERE; at = places.before(at)) {
      COUNT.set(all, at, 0);
    }
  }

  /** Adds an outcome; all that follows is about it. */
  public void add(Call call, Outcome outcome, int response) {
    int at = places.add();
    int[] all = all();
    all[at] = (int) (outcome.sketch().bits() >>> Integer.SIZE);
    all[at + 1] = (int) outcome.sketch().bits();
    WORDS.set(all, at, outcome.sketch().words());
    OutcomeKey.set(all, at, OutcomeKey.of(outcome));
    RESPONSE.set(all, at, cut(response));
    CALL.set(all, at, CALL.cut((int) call.identity().d()));
  }

  /**
   * Counts a failure, once in a response of the model. Other errors do not end its row, a success
   * does.
   *
   * @return how often it was seen by now, since the last finding
   */
  int countFailure() {
    int[] all = all();
    int latest = places.latest();
    int key = OutcomeKey.of(all, latest);
    for (int at = places.before(latest); at != NOWHERE; at = places.before(at)) {
      int earlier = OutcomeKey.of(all, at);
      if (!OutcomeKey.isFailure(earlier)) {
        break;
      }
      if (OutcomeKey.isSameText(earlier, key)) {
        return countAfter(at);
      }
    }
    return countAfter(NOWHERE);
  }

  /** Counts a result in the same way; any other outcome ends its row. */
  int countResult() {
    int[] all = all();
    int latest = places.latest();
    int before = places.before(latest);
    boolean goesOn =
        before != NOWHERE
            && OutcomeKey.isSameAnswer(OutcomeKey.of(all, before), OutcomeKey.of(all, latest));
    return countAfter(goesOn ? before : NOWHERE);
  }

  /** Returns how often it was seen in its row, findings or not. */
  int total() {
    return TOTAL.of(all(), places.latest());
  }

  /** Whether it was one and the same call that brought it each time. */
  boolean isOfOneCall() {
    return ONE_CALL.of(all(), places.latest()) == 1;
  }

  /** Begins new rows, the first of them with this outcome. */
  void restart() {
    clearCounts();
    COUNT.set(all(), places.latest(), 1);
  }

  /**
   * Returns how alike the most alike one is among the calls of other responses with an equal
   * outcome; below 0 where there is none.
   */
  double greatestSimilarity() {
    int[] all = all();
    int latest = places.latest();
    int key = OutcomeKey.of(all, latest);
    double greatest = -1;
    int at = places.before(latest);
    for (int left = compared; left > 0 && isCompared(at); left--) {
      if (!isOfSameResponse(at, latest) && OutcomeKey.isSameText(OutcomeKey.of(all, at), key)) {
        greatest = Math.max(greatest, sketch(latest).similarity(sketch(at)));
      }
      at = places.before(at);
    }
    return greatest;
  }

  /**
   * Counts a call that is similar to one before.
   *
   * @return how many in a row were, by now
   */
  int countSimilar() {
    int before = places.before(places.latest());
    int similar = 1 + (isCompared(before) ? SIMILAR.of(all(), before) : 0);
    SIMILAR.set(all(), places.latest(), similar);
    return similar;
  }

  /** Ends the comparison with this call and those before it. */
  void endComparison() {
    DONE_WITH.set(all(), places.latest(), 1);
  }

  private int countAfter(int before) {
    int[] all = all();
    int latest = places.latest();
    boolean goesOn = before != NOWHERE;
    int count = goesOn ? COUNT.of(all, before) : 0;
    int more = count == 0 || !isOfSameResponse(before, latest) ? 1 : 0;
    boolean sameCall = !goesOn || CALL.of(all, before) == CALL.of(all, latest);
    COUNT.set(all, latest, count + more);
    TOTAL.set(all, latest, (goesOn ? TOTAL.of(all, before) : 0) + more);
    ONE_CALL.set(all, latest, sameCall && (!goesOn || ONE_CALL.of(all, before) == 1) ? 1 : 0);
    return count + more;
  }

  private boolean isOfSameResponse(int at, int other) {
    int response = RESPONSE.of(all(), at);
    return response != Responses.UNKNOWN && response == RESPONSE.of(all(), other);
  }

  private boolean isCompared(int at) {
    return at != NOWHERE && DONE_WITH.of(all(), at) == 0;
  }

  private ArgumentSketch sketch(int at) {
    int[] all = all();
    long bits = (long) all[at] << Integer.SIZE | Integer.toUnsignedLong(all[at + 1]);
    return new ArgumentSketch(bits, WORDS.of(all, at));
  }

  private int[] all() {
    return places.numbers();
  }

  /** Two responses get the same number only if there are many between them. */
  private static int cut(int response) {
    return response == Responses.UNKNOWN ? Responses.UNKNOWN : 1 + response % MOST_RESPONSES;
  }
}
