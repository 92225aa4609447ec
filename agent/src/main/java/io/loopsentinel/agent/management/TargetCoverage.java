package io.loopsentinel.agent.management;

import java.util.List;

/**
 * Which targets guard something so far.
 *
 * @param matched how many do, those of profiles included
 * @param unmatched the names of those of the configuration file that do not. That one of a profile
 *     does not is no news: hardly a program uses all frameworks
 */
public record TargetCoverage(int matched, List<String> unmatched) {

  public TargetCoverage {
    unmatched = List.copyOf(unmatched);
  }
}
