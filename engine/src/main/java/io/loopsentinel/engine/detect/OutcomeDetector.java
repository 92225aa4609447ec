package io.loopsentinel.engine.detect;

import io.loopsentinel.engine.outcome.Outcome;
import io.loopsentinel.engine.settings.Ladder;
import org.jspecify.annotations.Nullable;

/** A detector that compares what the calls of one tool brought. */
interface OutcomeDetector extends Detector {

  @Override
  default Ladder usualLadder(Finding finding) {
    return Ladder.WARN_FIRST;
  }

  @Override
  default @Nullable Finding afterCall(Call call, Outcome outcome, SessionHistory session) {
    return judge(call, outcome, session.outcomes(call.tool()), session);
  }

  /** Judges the latest outcome of a tool, as {@link #afterCall}. */
  @Nullable Finding judge(Call call, Outcome outcome, ToolOutcomes ofTool, SessionHistory session);
}
