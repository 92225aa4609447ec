package io.loopsentinel.agent.instrument;

import io.loopsentinel.agent.config.Glob;
import io.loopsentinel.agent.config.Origin;
import io.loopsentinel.agent.config.Readings;
import io.loopsentinel.agent.config.TargetKind;
import io.loopsentinel.agent.config.TargetSpec;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Targets as a configuration would give them. */
final class Specs {

  private static final Origin ORIGIN = new Origin("sentinel-config.yaml", 7, 5);

  private Specs() {}

  static TargetSpec exact(Class<?> type, String method) {
    return named("a-target", type.getName(), false, method, null, null, false);
  }

  static TargetSpec exact(String type, String method) {
    return named("a-target", type, false, method, null, null, false);
  }

  static TargetSpec subtypes(Class<?> type, String method) {
    return named("a-target", type.getName(), true, method, null, null, false);
  }

  static TargetSpec withParameters(Class<?> type, String method, String... parameters) {
    return named("a-target", type.getName(), false, method, List.of(parameters), null, false);
  }

  static TargetSpec withResult(Class<?> type, String method, String returns) {
    return named("a-target", type.getName(), false, method, null, returns, false);
  }

  static TargetSpec ofProfile(Class<?> type, String method) {
    return named("a-profile-target", type.getName(), false, method, null, null, true);
  }

  private static TargetSpec named(
      String name,
      String type,
      boolean subtypes,
      String method,
      @Nullable List<String> parameters,
      @Nullable String returns,
      boolean fromProfile) {
    return new TargetSpec(
        name,
        TargetKind.TOOL,
        type,
        subtypes,
        Glob.of(method),
        parameters,
        returns,
        true,
        Set.of(),
        new Readings(null, null, null, null, null, null, null, null, null, null, null, null),
        ORIGIN,
        fromProfile);
  }
}
