package io.loopsentinel.agent.command.replay;

import java.io.IOException;

/** Is told of each run as soon as it was played, so that none has to be kept. */
@FunctionalInterface
public interface RunListener {

  /**
   * Takes a run.
   *
   * @param file the name of the file it comes from
   */
  void played(String file, PlayedRun run) throws IOException;
}
