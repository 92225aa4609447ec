package io.loopsentinel.agent.command.check;

import io.loopsentinel.agent.config.ConfigProblem;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a check found.
 *
 * @param configuration where the configuration came from
 * @param classes how many classes were looked at
 * @param warnings what contradicts itself in the configuration
 * @param targets the configuration's own targets
 * @param profiles the profiles that it uses
 */
record CheckReport(
    String configuration,
    int classes,
    List<ConfigProblem> warnings,
    List<CheckedTarget> targets,
    List<CheckedProfile> profiles) {

  CheckReport {
    warnings = List.copyOf(warnings);
    targets = List.copyOf(targets);
    profiles = List.copyOf(profiles);
  }

  /** Returns how many targets something has to be done about. */
  long problems() {
    return all().filter(CheckedTarget::isProblem).count();
  }

  /** Returns how many methods would be guarded. */
  long guarded() {
    return all()
        .flatMap(target -> target.methods().stream())
        .filter(CheckedMethod.Guarded.class::isInstance)
        .count();
  }

  private Stream<CheckedTarget> all() {
    return Stream.concat(
        targets.stream(), profiles.stream().flatMap(profile -> profile.targets().stream()));
  }
}
