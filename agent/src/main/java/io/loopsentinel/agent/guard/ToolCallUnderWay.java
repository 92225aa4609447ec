package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.expression.LinkedExpression;
import io.loopsentinel.agent.session.Engine;
import io.loopsentinel.agent.session.RecordedCall;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** A tool call that runs; the hook hands it its outcome. */
final class ToolCallUnderWay
    implements BiFunction<@Nullable Object, @Nullable Throwable, @Nullable Object> {

  private final MethodGuard guard;
  private final Engine engine;
  private final ThreadFrames frames;
  private final ThreadFrames.ToolFrame frame;
  private final CallEnvironment environment;
  private final @Nullable LinkedExpression output;
  private final @Nullable RecordedCall recorded;
  private final @Nullable String warning;

  ToolCallUnderWay(
      MethodGuard guard,
      Engine engine,
      ThreadFrames frames,
      ThreadFrames.ToolFrame frame,
      CallEnvironment environment,
      @Nullable LinkedExpression output,
      @Nullable RecordedCall recorded,
      @Nullable String warning) {
    this.guard = guard;
    this.engine = engine;
    this.frames = frames;
    this.frame = frame;
    this.environment = environment;
    this.output = output;
    this.recorded = recorded;
    this.warning = warning;
  }

  @Override
  public @Nullable Object apply(@Nullable Object returned, @Nullable Throwable thrown) {
    frames.pop(frame);
    return guard.guarded(frames, returned, () -> outcome(returned, thrown));
  }

  private @Nullable Object outcome(@Nullable Object returned, @Nullable Throwable thrown)
      throws Throwable {
    environment.tellOutcome(returned, thrown);
    if (recorded != null) {
      engine.outcome(recorded, thrown == null ? text(returned) : thrown.toString());
    }
    // Text is the one result that a warning can be added to without knowing its type.
    return warning != null && returned instanceof String text ? text + "\n\n" + warning : returned;
  }

  private @Nullable Object text(@Nullable Object returned) throws Throwable {
    return output == null ? returned : output.evaluate(environment);
  }
}
