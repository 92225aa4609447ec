package io.loopsentinel.agent.detect;

import static io.loopsentinel.agent.detect.CallRecords.SIZE;
import static io.loopsentinel.agent.detect.OutcomeField.CALL;
import static io.loopsentinel.agent.detect.OutcomeField.COUNT;
import static io.loopsentinel.agent.detect.OutcomeField.DONE_WITH;
import static io.loopsentinel.agent.detect.OutcomeField.ONE_CALL;
import static io.loopsentinel.agent.detect.OutcomeField.RESPONSE;
import static io.loopsentinel.agent.detect.OutcomeField.SIMILAR;
import static io.loopsentinel.agent.detect.OutcomeField.TOOL;
import static io.loopsentinel.agent.detect.OutcomeField.TOTAL;
import static io.loopsentinel.agent.detect.OutcomeField.WORDS;

import io.loopsentinel.agent.outcome.ArgumentSketch;
import io.loopsentinel.agent.outcome.Outcome;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The latest outcomes of one tool in a session, and the rows that they form.
 *
 * <p>A view of the {@link CallRecords}, which hold those of all tools of the session, the latest
 * first, each as {@link OutcomeField} says; used for one outcome after the other. A row is counted
 * in its latest outcome, so nothing is kept for a tool beside its outcomes. Not thread-safe: the
 * session guards the records.
 */
public final class ToolOutcomes {

  /** Two errors by turns, even five, are rows side by side. */
  private static final int LEAST_KEPT = 5;

  /** With so many tools at once; beyond that the oldest outcomes are forgotten, of any tool. */
  private static final int MOST_TOOLS = 32;

  private static final int MOST_RESPONSES = 63;

  private static final int NOWHERE = -1;

  private int tool;
  private int compared;
  private int kept;
  private @Nullable CallRecords records;

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
    if (records != session) {
      records = session;
    }
    tool = TOOL.cut((int) Mixing.mixed(name.hashCode()));
    compared = comparedLast;
    kept = Math.max(LEAST_KEPT, compared);
  }

  /** Begins to count all rows of the tool anew; what they were in all is still told. */
  public void clearCounts() {
    int[] all = all();
    for (int at = latest(); at != NOWHERE; at = before(at)) {
      COUNT.set(all, at, 0);
    }
  }

  /** Adds an outcome; all that follows is about it. */
  public void add(Call call, Outcome outcome, int response) {
    forgetOneOfTooMany();
    records().addOutcome();
    int[] all = all();
    int at = records().latestOutcome();
    all[at] = (int) (outcome.sketchBits() >>> Integer.SIZE);
    all[at + 1] = (int) outcome.sketchBits();
    WORDS.set(all, at, outcome.sketchWords());
    OutcomeKey.set(all, at, OutcomeKey.of(outcome));
    TOOL.set(all, at, tool);
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
    int latest = latest();
    int key = OutcomeKey.of(all, latest);
    for (int at = before(latest); at != NOWHERE; at = before(at)) {
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
    int latest = latest();
    int before = before(latest);
    boolean goesOn =
        before != NOWHERE
            && OutcomeKey.isSameAnswer(OutcomeKey.of(all, before), OutcomeKey.of(all, latest));
    return countAfter(goesOn ? before : NOWHERE);
  }

  /** Returns how often it was seen in its row, findings or not. */
  int total() {
    return TOTAL.of(all(), latest());
  }

  /** Whether it was one and the same call that brought it each time. */
  boolean isOfOneCall() {
    return ONE_CALL.of(all(), latest()) == 1;
  }

  /** Begins new rows, the first of them with this outcome. */
  void restart() {
    clearCounts();
    COUNT.set(all(), latest(), 1);
  }

  /**
   * Returns how alike the most alike one is among the calls of other responses with an equal
   * outcome; below 0 where there is none.
   */
  double greatestSimilarity() {
    int[] all = all();
    int latest = latest();
    int key = OutcomeKey.of(all, latest);
    double greatest = -1;
    int at = before(latest);
    for (int left = compared; left > 0 && isCompared(at); left--) {
      if (!isOfSameResponse(at, latest) && OutcomeKey.isSameText(OutcomeKey.of(all, at), key)) {
        greatest = Math.max(greatest, sketch(latest).similarity(sketch(at)));
      }
      at = before(at);
    }
    return greatest;
  }

  /**
   * Counts a call that is similar to one before.
   *
   * @return how many in a row were, by now
   */
  int countSimilar() {
    int before = before(latest());
    int similar = 1 + (isCompared(before) ? SIMILAR.of(all(), before) : 0);
    SIMILAR.set(all(), latest(), similar);
    return similar;
  }

  /** Ends the comparison with this call and those before it. */
  void endComparison() {
    DONE_WITH.set(all(), latest(), 1);
  }

  private int countAfter(int before) {
    int[] all = all();
    int latest = latest();
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

  private int latest() {
    return atOrBefore(records().latestOutcome());
  }

  private int before(int place) {
    return atOrBefore(place + SIZE);
  }

  private int atOrBefore(int place) {
    int[] all = all();
    int at = place;
    while (at < all.length && TOOL.of(all, at) != tool) {
      at += SIZE;
    }
    return at < all.length ? at : NOWHERE;
  }

  private void forgetOneOfTooMany() {
    int gone = outcomeToForget();
    if (gone != NOWHERE) {
      records().removeOutcome(gone);
    }
  }

  private int outcomeToForget() {
    int oldest = NOWHERE;
    int ofTool = 0;
    for (int at = latest(); at != NOWHERE; at = before(at)) {
      oldest = at;
      ofTool++;
    }
    if (ofTool >= kept) {
      return oldest;
    }
    int end = all().length;
    boolean full = end - records().latestOutcome() >= MOST_TOOLS * kept * SIZE;
    return full ? end - SIZE : NOWHERE;
  }

  private ArgumentSketch sketch(int at) {
    int[] all = all();
    long bits = (long) all[at] << Integer.SIZE | Integer.toUnsignedLong(all[at + 1]);
    return new ArgumentSketch(bits, WORDS.of(all, at));
  }

  private int[] all() {
    return records().numbers();
  }

  private CallRecords records() {
    return Objects.requireNonNull(records);
  }

  /** Two responses get the same number only if there are many between them. */
  private static int cut(int response) {
    return response == Responses.UNKNOWN ? Responses.UNKNOWN : 1 + response % MOST_RESPONSES;
  }
}
