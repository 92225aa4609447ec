package io.loopsentinel.agent.config;

import io.loopsentinel.engine.identity.IdentityRule;
import java.util.List;

/** Reads the key {@code identity}: which arguments make two calls the same. */
final class IdentityReader {

  static final List<String> KEYS = List.of("ignore", "only");

  private IdentityReader() {}

  /** Reads the rule of a policy; {@code otherwise} where it names none. */
  static IdentityRule read(Section policy, IdentityRule otherwise) {
    if (!policy.has("identity")) {
      return otherwise;
    }
    Section section = policy.section("identity", KEYS);
    if (section.has("ignore") && section.has("only")) {
      section.error(
          section.originOfKey("only"),
          section.path() + ": \"ignore\" and \"only\" exclude each other; keep one");
      return otherwise;
    }
    try {
      return IdentityRule.of(paths(section, "ignore"), paths(section, "only"));
    } catch (IllegalArgumentException e) {
      String written = section.has("only") ? "only" : "ignore";
      section.error(section.originOf(written), section.nested(written) + ": " + e.getMessage());
      return otherwise;
    }
  }

  private static List<String> paths(Section section, String key) {
    List<String> paths = section.listOfSome(key, ScalarType.TEXT, "[request_id, \"**.timestamp\"]");
    return paths == null ? List.of() : paths;
  }
}
