package io.loopsentinel.it.scenario;

import io.loopsentinel.ToolLoopError;

/**
 * A {@link ToolLoopError} as data.
 *
 * @param status as in the error
 * @param tool as in the error
 * @param count as in the error
 * @param detector as in the error
 */
public record Loop(ToolLoopError.Status status, String tool, int count, String detector) {

  static Loop of(ToolLoopError error) {
    return new Loop(error.status(), error.tool(), error.count(), error.detector());
  }
}
