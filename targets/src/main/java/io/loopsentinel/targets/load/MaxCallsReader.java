package io.loopsentinel.targets.load;

import io.loopsentinel.engine.settings.ToolPolicy.MaxCalls;
import io.loopsentinel.targets.load.Key.Other;
import io.loopsentinel.targets.yaml.ConfigNode;
import io.loopsentinel.targets.yaml.ConfigNode.Mapping;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the key {@code max_calls} of an override: a number of calls, or a rate. */
final class MaxCallsReader {

  private static final String NAME = "max_calls";
  private static final ScalarType<Integer> TOTAL = ScalarType.integer(1, 1_000_000);

  private static final ScalarType<Integer> OF_RATE = ScalarType.integer(1, MaxCalls.MAX_WITHIN);

  private static final ScalarType<Duration> WITHIN = ScalarType.duration("24h", "10s");

  private static final List<Key> RATE =
      List.of(
          Key.required("n", OF_RATE, "The number of calls."),
          Key.required("within", WITHIN, "The time in which they are counted."));

  static final Key KEY =
      new Other(
          NAME,
          TOTAL.expected() + ", or a rate such as {n: 5, within: 10s}",
          """
          {"type": ["integer", "object"], "minimum": 1, "maximum": 1000000,
           "additionalProperties": false, "required": ["n", "within"],
           "properties": {"n": %s, "within": %s}}
          """
              .formatted(OF_RATE.schema(), WITHIN.schema()),
          true,
          "The calls of each matching tool that may run in a session, or within a time.");

  private MaxCallsReader() {}

  static @Nullable MaxCalls read(Section section) {
    ConfigNode node = section.node(NAME);
    if (node instanceof Mapping) {
      return rate(section.child(node, section.pathOf(NAME), RATE).opened());
    }
    int n = node == null ? 0 : section.get(NAME, TOTAL, 0);
    return n == 0 ? null : new MaxCalls(n, null);
  }

  private static @Nullable MaxCalls rate(Section section) {
    Optional<Integer> n = section.find("n");
    Optional<Duration> within = section.find("within");
    return n.isPresent() && within.isPresent() ? new MaxCalls(n.get(), within.get()) : null;
  }
}
