package io.loopsentinel.agent.guard;

import io.loopsentinel.agent.telemetry.AgentLog;

/**
 * Something that a target cannot do on a method, which it guards all the same.
 *
 * @param isMistake whether an expression is to blame, not the method alone
 * @param text what, why and with what consequence
 */
record LinkingRemark(boolean isMistake, String text) {

  void writeTo(AgentLog log, GuardedMethod guarded) {
    String line = guarded.describe() + ": " + text;
    if (isMistake) {
      log.warn(line);
    } else {
      log.info(line);
    }
  }
}
