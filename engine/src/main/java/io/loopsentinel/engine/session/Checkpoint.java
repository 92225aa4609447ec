package io.loopsentinel.engine.session;

import io.loopsentinel.engine.detect.CallHistory;
import io.loopsentinel.engine.detect.Responses;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * Where the histories of a session stood before the calls of a batch were recorded one by one, each
 * judged by those before it.
 *
 * <p>Where a later one is stopped, none runs, and the earlier ones are taken back. What was found
 * about them stays found. For one use, under the session's monitor.
 */
final class Checkpoint {

  private final Session session;
  private final IdentityHashMap<CallHistory, Runnable> histories = new IdentityHashMap<>();

  Checkpoint(Session session, List<ToolCall> batch, HistoryLayout layout) {
    this.session = session;
    mark(session, batch.size());
    for (ToolCall call : batch) {
      if (call.policy().exempt()) {
        continue;
      }
      mark(session.window(call, layout), batch.size());
    }
  }

  private void mark(CallHistory history, int calls) {
    histories.computeIfAbsent(history, unmarked -> unmarked.checkpoint(calls));
  }

  /**
   * Goes back.
   *
   * @param recorded how many calls were recorded since
   */
  void restore(int recorded) {
    histories.values().forEach(Runnable::run);
    Responses responses = session.responses();
    if (responses != null) {
      responses.takeBack(recorded);
    }
  }
}
