package io.loopsentinel.engine.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells whether a call goes round in a loop. Has to be thread-safe. */
@FunctionalInterface
public interface LoopRule {

  /**
   * Judges a call that is about to run.
   *
   * @param call the call; its result is not known
   * @param earlier the session's calls that ran before it, the latest first, at most 50
   * @return what was found, or {@code null}
   */
  @Nullable FoundLoop check(SeenCall call, List<SeenCall> earlier);
}
