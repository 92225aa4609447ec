package io.loopsentinel;

import java.util.List;

/**
 * Builds errors. Internal: for the engine and the agent of the same version, not part of the API.
 * Not thread-safe. See the accessors of {@link ToolLoopError} for the values.
 */
public final class ToolLoopErrorBuilder {

  final ToolLoopError.Status status;
  final String message;
  String tool = "";
  String session = "";
  String detector = "";
  int count;
  List<String> cycle = List.of();
  String fingerprint = "";

  /** Creates a builder. */
  public ToolLoopErrorBuilder(ToolLoopError.Status status, String message) {
    this.status = status;
    this.message = message;
  }

  /** Sets the refused tool and its session. */
  public ToolLoopErrorBuilder call(String itsTool, String itsSession) {
    tool = itsTool;
    session = itsSession;
    return this;
  }

  /** Sets the loop. */
  public ToolLoopErrorBuilder loop(
      String itsDetector, int itsCount, List<String> itsCycle, String itsFingerprint) {
    detector = itsDetector;
    count = itsCount;
    cycle = itsCycle;
    fingerprint = itsFingerprint;
    return this;
  }

  /** Builds the error, whose stack begins in this method. */
  public ToolLoopError build() {
    return new ToolLoopError(this);
  }
}
