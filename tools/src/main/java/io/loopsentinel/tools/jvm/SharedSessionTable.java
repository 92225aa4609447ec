package io.loopsentinel.tools.jvm;

import io.loopsentinel.management.SentinelMXBean.SharedSession;
import io.loopsentinel.management.SentinelMXBean.SharedSessions;
import io.loopsentinel.tools.support.TextTable;
import io.loopsentinel.tools.support.UsageException;
import java.util.List;

/** The sessions of all JVMs that share a store, as a table with the names of the JVMs. */
final class SharedSessionTable {

  private static final int MAX_SESSIONS = 1_000;

  private SharedSessionTable() {}

  static String text(List<SharedSession> sessions) {
    return new TextTable<SharedSession>()
        .left("session", each -> each.getName() + (each.isEnded() ? "  ended" : ""))
        .left("last event", SharedSession::getLast)
        .left("pods, that of the last event first", each -> String.join(", ", each.getPods()))
        .of(sessions, List.of());
  }

  /**
   * Prints the sessions as a JVM sees them.
   *
   * @throws UsageException if it has no store, or cannot read it. In the latter case its own
   *     sessions are printed
   */
  static void print(GuardedJvm jvm) throws UsageException {
    SharedSessions found = jvm.sentinel().listSharedSessions(MAX_SESSIONS);
    if (found.getPod().isEmpty()) {
      throw jvm.refusal("shares no sessions: " + found.getProblem());
    }
    System.out.print(text(found.getSessions()));
    if (!found.getProblem().isEmpty()) {
      throw jvm.refusal("lists its own sessions only: " + found.getProblem());
    }
  }
}
