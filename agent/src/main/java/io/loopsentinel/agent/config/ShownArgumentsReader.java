package io.loopsentinel.agent.config;

import io.loopsentinel.engine.identity.IdentityRule;
import java.util.List;

/** Reads the keys {@code include_arguments} and {@code redact}. */
final class ShownArgumentsReader {

  private static final String INCLUDE = "include_arguments";
  private static final String REDACT = "redact";

  private ShownArgumentsReader() {}

  static ShownArguments read(Section telemetry) {
    boolean included = telemetry.get(INCLUDE, ScalarType.FLAG, ShownArguments.NONE.included());
    List<String> paths = telemetry.list(REDACT, ScalarType.TEXT, "[password, \"**.token\"]");
    if (paths == null || paths.isEmpty()) {
      return new ShownArguments(included, IdentityRule.ALL_ARGUMENTS);
    }
    try {
      return new ShownArguments(included, IdentityRule.of(paths, List.of()));
    } catch (IllegalArgumentException e) {
      telemetry.error(telemetry.originOf(REDACT), telemetry.nested(REDACT) + ": " + e.getMessage());
      return ShownArguments.NONE;
    }
  }
}
