package io.loopsentinel.engine.api;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A rule that finds loops. Must be thread-safe. */
@FunctionalInterface
public interface LoopRule {

  /**
   * Judges a call that is about to run.
   *
   * @param call the call, without a result
   * @param earlier the session's calls that ran before it, latest first, at most 50
   * @return the loop, or {@code null}
   */
  @Nullable FoundLoop check(SeenCall call, List<SeenCall> earlier);
}
