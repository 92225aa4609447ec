package io.loopsentinel.tools.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.management.SentinelMXBean.SharedSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table of {@code sessions --all}. */
class SharedSessionTableTest {

  @Test
  void isThatOfThePage() throws Exception {
    String page = Files.readString(Path.of("../docs/many-jvms.md"));

    String table =
        SharedSessionTable.text(
            List.of(
                session("order 17", true, "2026-11-22T08:31:14.008Z", "shop-x2", "shop-7d9f"),
                session("order 12", false, "2026-11-22T08:31:12.204Z", "shop-7d9f"),
                session("run 3-5f2c9a1b", false, "", "shop-7d9f")));

    assertThat(page).contains("```text\n" + table + "```");
  }

  private static SharedSession session(String name, boolean ended, String last, String... pods) {
    return new SharedSession(name, ended, last, List.of(pods));
  }
}
