package io.loopsentinel.agent.command.replay;

import io.loopsentinel.agent.command.replay.recording.RecordingFile;
import java.io.File;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a replay is asked to do; {@link ReplayCommand} tells what each means.
 *
 * @param files at least one
 */
record ReplayOptions(
    List<RecordingFile> files,
    @Nullable File config,
    @Nullable File compare,
    @Nullable String sweep,
    boolean suggest,
    @Nullable File labels,
    boolean runs,
    @Nullable File json,
    @Nullable File html) {

  /** Whether JSON goes to standard output, and tables do not. */
  boolean isJsonOnly() {
    return json != null && json.getPath().equals("-");
  }

  /** Returns how the configuration is called in reports. */
  String configName() {
    return config == null ? "defaults" : config.getName();
  }
}
