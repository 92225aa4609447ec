package io.loopsentinel.agent.guard;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A batch of tool calls that runs; the hook hands it its outcome. */
final class BatchUnderWay
    implements BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> {

  private final MethodGuard guard;
  private final ThreadFrames frames;
  private final ThreadFrames.@Nullable ToolFrame outer;
  private final BatchOutcome outcome;

  BatchUnderWay(
      MethodGuard guard, ThreadFrames frames, ThreadFrames.ToolFrame frame, BatchOutcome outcome) {
    this.guard = guard;
    this.frames = frames;
    this.outer = frame.outer();
    this.outcome = outcome;
  }

  @Override
  public @Nullable Object apply(@Nullable Object returned, @Nullable Throwable thrown) {
    frames.call = outer; // No call, which could overflow.
    return guard.guarded(
        frames,
        returned,
        () -> {
          outcome.judge(returned, thrown);
          return returned;
        });
  }
}
