package io.loopsentinel.agent.detect;

import java.util.List;

/**
 * A loop that a detector saw, with its evidence.
 *
 * @param loop which loop; further findings of it climb its ladder
 * @param count how many matching calls had run before this one
 * @param threshold how many may run
 * @param cycle the tool names of the loop in order; one where a single call repeats
 * @param results how the results of these calls compare
 * @param setting the setting that a larger value of would have let this call pass, as a path
 */
public record Finding(
    LoopIdentity loop,
    int count,
    int threshold,
    List<String> cycle,
    ResultMatch results,
    String setting) {

  /** Returns which detector saw it. */
  public DetectorKind detector() {
    return loop.detector();
  }
}
