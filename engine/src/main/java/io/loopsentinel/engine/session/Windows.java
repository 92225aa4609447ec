package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.CallHistory;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The histories that calls are counted in where some tools have one of their own. Not thread-safe:
 * its session guards it.
 */
final class Windows {

  /** Tools with a window of their own; the one longest not called is forgotten. */
  private static final int MOST_WINDOWS = 128;

  private final Map<String, CallHistory> own = new BoundedMap<>(MOST_WINDOWS);
  private @Nullable CallHistory shared;

  /** Returns the history that a call is counted in. */
  CallHistory of(ToolCall call, HistoryLayout layout) {
    if (call.overridden()) {
      int size = call.policy().windowSize();
      return own.computeIfAbsent(call.tool(), name -> new CallHistory(size));
    }
    if (shared == null) {
      shared = new CallHistory(layout.windowSize());
    }
    return shared;
  }
}
