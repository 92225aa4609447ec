package io.loopsentinel.engine.detect;

import org.jspecify.annotations.Nullable;

/** A call as it is described to the model that made it. */
public interface DescribedCall {

  /** Returns the tool's name, fit to be shown on one line. */
  String shownTool();

  /**
   * Returns the arguments as canonical JSON, cut to a readable length; {@code null} if not to be
   * quoted.
   */
  @Nullable String shownArguments();

  /** Returns false where the model asked for the call and nobody was seen to run it. */
  boolean dispatched();
}
