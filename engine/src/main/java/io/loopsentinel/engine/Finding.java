package io.loopsentinel.engine;

import io.loopsentinel.engine.detect.Detection;
import java.util.List;

/**
 * A loop that a detector found. Contains no arguments, results or texts of the model.
 *
 * <p>Immutable and thread-safe.
 */
public final class Finding {

  private final Detection detection;

  Finding(Detection detection) {
    this.detection = detection;
  }

  /** Returns the detector's name in the configuration of the agent, such as {@code repeat}. */
  public String detector() {
    return detection.finding().detector();
  }

  /** Returns a description for people, in a phrase. */
  public String summary() {
    return detection.summary();
  }

  /** Returns how many times this loop was found in its session, including this time. */
  public int occurrence() {
    return detection.occurrence();
  }

  /** Returns the number of occurrences, as {@link io.loopsentinel.ToolLoopError#count}. */
  public int count() {
    return detection.finding().count();
  }

  /** Returns the count from which it is a finding. */
  public int threshold() {
    return detection.finding().threshold();
  }

  /**
   * Returns the unmodifiable list of the loop's tool names in order; one if a single call repeats,
   * none if it is about responses.
   */
  public List<String> tools() {
    return detection.finding().cycle();
  }

  @Override
  public String toString() {
    return detector() + ": " + summary();
  }
}
