package io.loopsentinel.agent.guard;

import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A dispatch within a dispatch of the same call; only its end matters. */
final class NestedCall
    implements BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> {

  private final ThreadFrames frames;
  private final ThreadFrames.@Nullable ToolFrame outer;

  NestedCall(ThreadFrames frames, ThreadFrames.@Nullable ToolFrame outer) {
    this.frames = frames;
    this.outer = outer;
  }

  @Override
  public @Nullable Object apply(@Nullable Object returned, @Nullable Throwable thrown) {
    frames.call = outer; // No call, which could overflow.
    return returned;
  }
}
