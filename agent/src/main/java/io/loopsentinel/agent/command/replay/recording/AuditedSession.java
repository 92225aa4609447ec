package io.loopsentinel.agent.command.replay.recording;

import java.util.List;

/**
 * A session from its beginning to its end or its next beginning, as an audit log has it.
 *
 * @param shared whether several conversations had it in common
 * @param steps in the order in which they happened
 */
public record AuditedSession(boolean shared, List<AuditedStep> steps) {

  public AuditedSession {
    steps = List.copyOf(steps);
  }
}
