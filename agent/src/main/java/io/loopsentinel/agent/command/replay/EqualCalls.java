package io.loopsentinel.agent.command.replay;

import io.loopsentinel.engine.identity.Fingerprint;
import io.loopsentinel.engine.session.ToolCall;
import java.util.HashMap;
import java.util.Map;

/** Counts the equal calls of a run, however far apart they are. */
final class EqualCalls {

  private final Map<Fingerprint, Integer> counts = new HashMap<>();
  private final Map<String, Integer> most = new HashMap<>();

  void count(ToolCall call) {
    int count = counts.merge(call.fingerprint(), 1, Integer::sum);
    if (count > 1) {
      most.merge(call.tool(), count, Math::max);
    }
  }

  /** Returns the largest count of each tool that has one above 1. */
  Map<String, Integer> most() {
    return most;
  }
}
