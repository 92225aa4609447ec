package io.loopsentinel.agent.command.replay;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Is told of each run as soon as it was played, so that none has to be kept. */
interface Report extends Closeable {

  /** Takes a run of a file, {@code otherwise} under the second configuration. */
  void played(String file, PlayedRun run, @Nullable PlayedRun otherwise) throws IOException;

  /** Takes what was measured, after all runs. */
  void end(Result result) throws IOException;

  /** All that was measured, {@code applied} under the configuration with what is suggested. */
  record Result(
      Measurements measurements,
      @Nullable Suggestions suggestions,
      @Nullable Measurement applied,
      long brokenLines) {}
}
