package io.loopsentinel.agent.session;

import io.loopsentinel.agent.config.SentinelConfig;
import io.loopsentinel.agent.config.ToolOverride;
import io.loopsentinel.agent.config.ToolPolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Knows the policy of each tool by name. Thread-safe. */
final class PolicyTable {

  /** A model invents tool names; more of them than this are looked up anew each time. */
  private static final int REMEMBERED_NAMES = 1_000;

  private final Entry defaults;
  private final List<ToolOverride> overrides;
  private final Map<String, Entry> byName = new ConcurrentHashMap<>();

  /**
   * How a tool is judged.
   *
   * @param overridden whether it has an override of its own; such a tool keeps a history of its
   *     own, apart from that of all others
   */
  record Entry(ToolPolicy policy, boolean overridden) {}

  PolicyTable(SentinelConfig config) {
    this.defaults = new Entry(config.defaults(), false);
    this.overrides = config.overrides();
  }

  Entry entryOf(String tool) {
    if (overrides.isEmpty()) {
      return defaults;
    }
    Entry known = byName.get(tool);
    if (known != null) {
      return known;
    }
    Entry entry = lookUp(tool);
    if (byName.size() < REMEMBERED_NAMES) {
      byName.put(tool, entry);
    }
    return entry;
  }

  private Entry lookUp(String tool) {
    for (ToolOverride override : overrides) {
      if (override.tools().matches(tool)) {
        return new Entry(override.policy(), true);
      }
    }
    return defaults;
  }
}
