package io.loopsentinel.tools.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.management.SentinelMXBean.SessionStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The table of the commands {@code sessions} and {@code top}. */
class SessionTableTest {

  private static final Map<String, String> ANN = Map.of("user", "ann", "agent", "Desk");

  @Test
  void hasOneRowForAConversationWithTheRunsWithinIt() throws Exception {
    List<SessionStatus> sessions =
        List.of(
            session("run 9-5f2c9a1b", "ann", ANN, 3, "2026-11-22T08:31:14.008Z", true),
            session("c-7", "", Map.of(), 12, "2026-11-22T08:31:12.204Z", true),
            session("run 8-5f2c9a1b", "ann", ANN, 2, "2026-11-22T08:31:11Z", false),
            session("ann", "", Map.of("user", "ann"), 0, "2026-11-22T08:31:10Z", false),
            session("c-8", "", Map.of(), 4, "2026-11-22T08:30:13Z", false),
            session("run 3-5f2c9a1b", "c-8", Map.of(), 1, "2026-11-22T08:30:12Z", true));

    String table = SessionTable.text(SessionTable.rows(sessions));

    assertThat(Files.readString(Path.of("../docs/commands.md")))
        .contains("```text\n" + table + "```");
  }

  @Test
  void namesThePodsOfSharedSessions() throws Exception {
    List<SessionStatus> sessions =
        List.of(
            shared("order 17", 7, "2026-11-22T08:31:14.008Z", true, "shop-x2", "shop-7d9f"),
            shared("order 12", 2, "2026-11-22T08:31:12.204Z", false, "shop-7d9f"),
            shared("run 3-5f2c9a1b", 1, "", false, "shop-7d9f"));

    String table = SessionTable.text(SessionTable.rows(sessions));

    assertThat(Files.readString(Path.of("../docs/many-jvms.md")))
        .contains("```text\n" + table + "```");
  }

  private static SessionStatus session(
      String name,
      String conversation,
      Map<String, String> labels,
      long calls,
      String last,
      boolean ended) {
    return new SessionStatus(name, conversation, labels, calls, last, ended, List.of());
  }

  private static SessionStatus shared(
      String name, long calls, String last, boolean ended, String... pods) {
    return new SessionStatus(name, "", Map.of(), calls, last, ended, List.of(pods));
  }
}
