package io.loopsentinel.tools.report;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/** Lines of an audit log, as {@code docs/audit-log.md} shows them. */
final class AuditLines {

  private static final String HEAD = "{\"v\":1,\"type\":\"%s\",\"time\":\"%s\",\"session\":\"%s\"";

  private final List<String> lines = new ArrayList<>();

  /** Adds a turn of the model, which an agent made for a user. */
  AuditLines turn(String time, String agent, String user, String model, int tokens, String usd) {
    return add(
        "cost.attributed",
        time,
        "c-1",
        labels(agent, user)
            + ",\"model\":\"%s\",\"input_tokens\":%d,\"cached_tokens\":0,\"output_tokens\":0,\"cost_usd\":%s"
                .formatted(model, tokens, usd));
  }

  /** Adds a call that an agent made for a user, run or not. */
  AuditLines call(String time, String agent, String user, String tool, String decision) {
    String end = decision.equals("run") ? ",\"ended\":2,\"outcome\":\"returned\"" : "";
    return add(
        "call",
        time,
        "c-1",
        labels(agent, user)
            + ",\"tool\":\"%s\",\"decision\":\"%s\"".formatted(tool, decision)
            + end);
  }

  /** Adds what a detector found in a call of a session. */
  AuditLines found(
      String type, String time, String session, String tool, int rung, String action, int stopped) {
    return add(
        type,
        time,
        session,
        labels("billing-agent", "ann")
            + ",\"tool\":\"%s\",\"rung\":%d,\"action\":\"%s\",\"calls_stopped\":%d"
                .formatted(tool, rung, action, stopped));
  }

  /** Adds loops that are found for the first time, each in a session of its own. */
  AuditLines loops(int count, String time) {
    for (int i = 0; i < count; i++) {
      found("loop.detected", time, time + i, "search", 1, "observe", 0);
    }
    return this;
  }

  AuditLines raw(String line) {
    lines.add(line);
    return this;
  }

  void writeTo(File file) throws IOException {
    Files.write(file.toPath(), lines);
  }

  private AuditLines add(String type, String time, String session, String members) {
    return raw(HEAD.formatted(type, time, session) + members + ",\"instance\":\"5f2c9a1b\"}");
  }

  private static String labels(String agent, String user) {
    return agent.isEmpty()
        ? ""
        : ",\"labels\":{\"agent\":\"%s\",\"user\":\"%s\"}".formatted(agent, user);
  }
}
