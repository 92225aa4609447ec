package io.loopsentinel.engine.detect;

import static io.loopsentinel.engine.detect.CallRecords.SIZE;
import static io.loopsentinel.engine.detect.OutcomeField.TOOL;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where the outcomes of one tool stand among those of all tools of a session.
 *
 * <p>A view, used for one tool after the other. Not thread-safe: the session guards the records.
 */
final class OutcomePlaces {

  /** The place of an outcome that is not there. */
  static final int NOWHERE = -1;

  /** There is room for all outcomes of so many tools; the oldest of any are forgotten beyond. */
  private static final int MOST_TOOLS = 32;

  private int tool;
  private int kept;
  private @Nullable CallRecords records;

  /**
   * Looks at another tool or session.
   *
   * @param name the tool's name
   * @param ofTool how many outcomes of a tool are kept
   */
  void lookAt(CallRecords session, String name, int ofTool) {
    if (records != session) {
      records = session;
    }
    tool = TOOL.cut((int) Mixing.mixed(name.hashCode()));
    kept = ofTool;
  }

  /** Returns the array that the places are of, until an outcome is added. */
  int[] numbers() {
    return records().numbers();
  }

  /** Returns the place of the latest outcome of the tool, or {@link #NOWHERE}. */
  int latest() {
    return atOrBefore(records().latestOutcome());
  }

  /** Returns the place of the outcome of the tool before the one in a place, or NOWHERE. */
  int before(int place) {
    return atOrBefore(place + SIZE);
  }

  /** Adds an outcome of the tool, of which nothing else is known, and returns its place. */
  int add() {
    int gone = outcomeToForget();
    if (gone != NOWHERE) {
      records().removeOutcome(gone);
    }
    records().addOutcome();
    int at = records().latestOutcome();
    TOOL.set(numbers(), at, tool);
    return at;
  }

  private int atOrBefore(int place) {
    int[] numbers = numbers();
    int at = place;
    while (at < numbers.length && TOOL.of(numbers, at) != tool) {
      at += SIZE;
    }
    return at < numbers.length ? at : NOWHERE;
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
    int end = numbers().length;
    boolean full = end - records().latestOutcome() >= MOST_TOOLS * kept * SIZE;
    return full ? end - SIZE : NOWHERE;
  }

  private CallRecords records() {
    return Objects.requireNonNull(records);
  }
}
