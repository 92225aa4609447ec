package io.loopsentinel.agent.command.replay;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Is told of each run as soon as it was played, so that none has to be kept. */
interface Report extends Closeable {

  /**
   * Takes a run.
   *
   * @param file the name of the file it comes from
   * @param otherwise the same run under the second configuration
   */
  void played(String file, PlayedRun run, @Nullable PlayedRun otherwise) throws IOException;

  /** Takes what was measured, after all runs. */
  void end(Result result) throws IOException;

  /**
   * All that was measured.
   *
   * @param suggestions what to change, if that is asked for
   * @param applied under the configuration with it; {@code null} where nothing is to be changed
   * @param brokenLines how many lines held no run
   */
  record Result(
      Measurements measurements,
      @Nullable Suggestions suggestions,
      @Nullable Measurement applied,
      long brokenLines) {}
}
