package io.loopsentinel.agent.session;

import io.loopsentinel.agent.config.Action;
import io.loopsentinel.agent.detect.Finding;
import org.jspecify.annotations.Nullable;

/** What the engine says about a call. */
public sealed interface Ruling {

  /**
   * The call runs and nothing is said about it.
   *
   * @param recorded to report its outcome with; {@code null} where the tool is exempt
   */
  record Pass(@Nullable RecordedCall recorded) implements Ruling {}

  /**
   * The call continues a loop.
   *
   * @param finding what was found
   * @param occurrence how often this loop was found in this session, this time included
   * @param rung what the ladder says
   * @param next what the ladder says the next time
   * @param action what is done: the rung, or {@link Action#OBSERVE} in that mode
   * @param recorded to report its outcome with; {@code null} where the call does not run
   */
  record Found(
      Finding finding,
      int occurrence,
      Action rung,
      Action next,
      Action action,
      @Nullable RecordedCall recorded)
      implements Ruling {}
}
