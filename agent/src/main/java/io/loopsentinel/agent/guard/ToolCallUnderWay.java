package io.loopsentinel.agent.guard;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A tool call that runs; the hook hands it its outcome. */
final class ToolCallUnderWay
    implements BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> {

  private final MethodGuard guard;
  private final ThreadFrames frames;
  private final ThreadFrames.@Nullable ToolFrame outer;
  private final ToolOutcome outcome;

  ToolCallUnderWay(
      MethodGuard guard, ThreadFrames frames, ThreadFrames.ToolFrame frame, ToolOutcome outcome) {
    this.guard = guard;
    this.frames = frames;
    this.outer = frame.outer();
    this.outcome = outcome;
  }

  @Override
  public @Nullable Object apply(@Nullable Object returned, @Nullable Throwable thrown) {
    frames.call = outer; // No call, which could overflow.
    return guard.guarded(frames, returned, () -> outcome.judge(returned, thrown));
  }
}
