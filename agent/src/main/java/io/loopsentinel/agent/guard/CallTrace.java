package io.loopsentinel.agent.guard;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.session.Ruling;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The trace of a call that runs; it is told once what came of it. */
final class CallTrace {

  private static final double NANOS_A_MILLISECOND = 1e6;

  private final Traces traces;
  private final Map<String, Object> values;
  private final long start = System.nanoTime();
  private long end;

  CallTrace(Traces traces, Map<String, Object> values) {
    this.traces = traces;
    this.values = values;
  }

  /** Sets the place of its outcome in the order. */
  void setEnd(long place) {
    end = place;
  }

  /**
   * Publishes it.
   *
   * @param outcome what came; absent: the engine was not told
   * @param text what the model is given to read; absent: nothing, or it is not known
   * @param found what was found in it
   */
  void ended(@Nullable Outcome outcome, @Nullable Object text, Ruling.@Nullable Found found) {
    values.put("ended", end == 0 ? traces.next() : end);
    values.put("duration_ms", (System.nanoTime() - start) / NANOS_A_MILLISECOND);
    if (outcome == null) {
      values.put("outcome", "unseen");
    } else {
      values.put("outcome", outcome.failed() ? "failed" : "returned");
      if (text != null) {
        values.put(
            "result_size",
            text instanceof CharSequence characters
                ? characters.length()
                : Traces.sizeInBytes(text));
      }
      values.put("result", outcome.toMap());
    }
    if (found != null) {
      values.put("decision_after", Traces.decision(found));
      values.put("detector_after", found.decisive().finding().detector());
    }
    traces.publish(values);
  }
}
