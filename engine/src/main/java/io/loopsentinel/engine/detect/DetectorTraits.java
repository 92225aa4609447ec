package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.finding.Finding;
import java.util.Set;

/**
 * What a detector reads of a history, and how its findings are treated.
 *
 * @param calls the number of latest calls, of all tools, that it reads; fewer may exist
 * @param maxPeriod the length of the longest block of calls that it finds, 0 for none
 * @param outcomes the number of latest outcomes of a tool that it reads
 * @param firstCount the count of the first finding of a loop, if the ladder is climbed by the
 *     count; 0 if it is climbed by the number of findings
 */
public record DetectorTraits(
    int calls, int maxPeriod, int outcomes, int firstCount, Set<Flag> flags) {

  static final DetectorTraits DEFAULT = reading(0);

  /** An exception from how findings are treated. */
  public enum Flag {

    /**
     * A call that the model already requested in the same response is judged. For other detectors
     * it is not a repetition, because the model could not read the first result.
     */
    JUDGES_DUPLICATES,

    /** A call that a gate decides about is judged. */
    JUDGES_GATED,

    /** A call that succeeded the last time is not stopped because of other calls. */
    PASSES_AFTER_SUCCESS,

    /** The tool's equal outcomes are counted from zero after a finding that stops its next call. */
    RESTARTS_COUNTS
  }

  /** Returns the traits of a detector that reads a number of latest calls. */
  static DetectorTraits reading(int calls, Flag... flags) {
    return new DetectorTraits(calls, 0, 0, 0, Set.of(flags));
  }

  public boolean has(Flag flag) {
    return flags.contains(flag);
  }

  /** Returns the number of a finding among those of its loop, starting with 1. */
  public int occurrence(Finding finding, int found) {
    return firstCount == 0 ? found : finding.count() - firstCount + 1;
  }
}
