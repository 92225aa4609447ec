package io.loopsentinel.agent.page;

import io.loopsentinel.agent.config.SettingEdit;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What to change in the configuration file, as it is now, to let pass what was found. Thread-safe.
 */
final class SettingEdits {

  private static final int MAX_BYTES = 3_000_000;
  private static final int MAX_KEPT = 200;

  private final File file;
  private final Map<String, Optional<SettingEdit>> known = new HashMap<>();
  private long read = -1;
  private @Nullable String yaml;

  /**
   * Creates edits of a file.
   *
   * @param configuration its path, or what else the settings come from
   */
  SettingEdits(String configuration) {
    file = new File(configuration);
  }

  /** Returns findings with the change that would have let each pass, where there is one. */
  synchronized List<Map<String, Object>> addedTo(List<Map<String, Object>> findings) {
    if (file.lastModified() != read || known.size() > MAX_KEPT) {
      read = file.lastModified();
      yaml = content();
      known.clear();
    }
    return findings.stream().map(this::added).toList();
  }

  private Map<String, Object> added(Map<String, Object> finding) {
    if (!(finding.get("setting") instanceof String setting)
        || !(finding.get("count") instanceof Integer count)
        || !(finding.get("threshold") instanceof Integer threshold)) {
      return finding;
    }
    int value = Math.max(count, threshold) + 1;
    SettingEdit edit =
        known
            .computeIfAbsent(setting + " " + value, key -> SettingEdit.of(yaml, setting, value))
            .orElse(null);
    Map<String, Object> added = new LinkedHashMap<>(finding);
    if (edit != null) {
      added.put("edit", edit);
      added.put("file", file.getPath());
    }
    return added;
  }

  private @Nullable String content() {
    try (FileInputStream in = new FileInputStream(file)) {
      return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return null; // The settings do not come from a file, or it is gone.
    }
  }
}
