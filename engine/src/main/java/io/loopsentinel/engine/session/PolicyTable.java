package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.OverrideThresholds;
import io.loopsentinel.engine.lists.Lists;
import io.loopsentinel.engine.settings.EngineSettings;
import io.loopsentinel.engine.settings.ToolOverride;
import io.loopsentinel.engine.settings.ToolPolicy;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Knows the policy of each tool by name. Thread-safe. */
final class PolicyTable implements OverrideThresholds {

  /** A model invents tool names; more of them than this are looked up anew each time. */
  private static final int REMEMBERED_NAMES = 1_000;

  private final Entry defaults;
  private final List<ToolOverride> overrides;
  private final boolean exemptsTools;
  private final Map<String, Entry> byName = new ConcurrentHashMap<>();

  /**
   * How a tool is judged.
   *
   * @param path where that stands in the configuration
   * @param overridden whether it has an override of its own; such a tool keeps a history of its
   *     own, apart from that of all others
   */
  record Entry(ToolPolicy policy, String path, boolean overridden) {}

  PolicyTable(EngineSettings config) {
    this.defaults = new Entry(config.defaults(), "default", false);
    this.overrides = config.overrides();
    this.exemptsTools = Lists.any(overrides, each -> each.policy().exempt());
  }

  /** Whether any tool is left alone altogether. */
  boolean exemptsTools() {
    return exemptsTools;
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
    if (byName.size() < REMEMBERED_NAMES && tool.length() <= ToolNames.LONGEST) {
      byName.put(tool, entry);
    }
    return entry;
  }

  @Override
  public int threshold(String tool) {
    Entry entry = entryOf(tool);
    int threshold = entry.policy().threshold();
    // An override that leaves the threshold as it is allows no more than any other tool's.
    if (!entry.overridden() || threshold == defaults.policy().threshold()) {
      return 0;
    }
    return threshold == 0 ? UNLIMITED : threshold;
  }

  @Override
  public String setting(String tool) {
    return entryOf(tool).path() + ".threshold";
  }

  private Entry lookUp(String tool) {
    for (ToolOverride override : overrides) {
      if (override.tools().matches(tool)) {
        return new Entry(override.policy(), "overrides." + override.tools(), true);
      }
    }
    return defaults;
  }
}
