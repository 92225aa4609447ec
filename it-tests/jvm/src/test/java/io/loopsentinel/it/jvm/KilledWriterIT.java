package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.SpendingProgram;
import java.io.File;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;

/** A JVM that is killed again and again while it writes what its budgets have spent. */
class KilledWriterIT {

  private static final int JVMS = 5;
  private static final int SECOND = 1_000;

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        budgets:
          - {name: all, per: global, window: day, time_zone: 'ZONE', tool_calls: 1000000000}
          - {name: each, per: user, window: day, time_zone: 'ZONE', tool_calls: 1000000000}
        budgets_state: FOLDER/budgets.json
        targets:
          - {name: tools, kind: tool, type: TYPE, method: dispatch, session: arg0, tool: '"read"', args: arg1, labels: {user: arg0}}
      """;

  /** Where it is noon, so that no new day begins while the test runs. */
  private final ZoneOffset zone =
      ZoneOffset.ofHours(12 - OffsetDateTime.now(ZoneOffset.UTC).getHour());

  @TempDir private File folder;

  /** The lines that a JVM has printed. */
  private record Printed(List<String> lines) {

    static Printed of(String output) {
      // What is behind the last line's end is cut off.
      return new Printed(output.substring(0, output.lastIndexOf('\n') + 1).lines().toList());
    }

    long spentAtFirst() {
      return Long.parseLong(lines.get(0).replace("spent ", ""));
    }

    int calls() {
      return lines.size() - 1;
    }

    long callsUntil(long millis) {
      return lines.stream().skip(1).filter(call -> millis(call) < millis).count();
    }

    long lastMillis() {
      return calls() < 1 ? 0 : millis(lines.get(calls()));
    }

    private static long millis(String call) {
      return Long.parseLong(call.substring(call.indexOf(' ') + 1));
    }
  }

  @OnEachJdk
  void losesAtMostTheLastSecond(Jdk jdk) {
    // given
    long seed = System.nanoTime();
    Random random = new Random(seed);
    long fewest = 0;
    long most = 0;

    for (int jvm = 1; jvm <= JVMS; jvm++) {
      // when
      ProgramResult killed = killAfter(jdk, SECOND + random.nextInt(SECOND));

      // then
      Printed printed = Printed.of(killed.standardOutput());
      assertThat(printed.spentAtFirst() - 1)
          .as("spent before JVM %d, seed %d", jvm, seed)
          .isBetween(fewest, most);
      assertThat(killed.agentLines())
          .as("seed %d", seed)
          .noneMatch(line -> line.contains("budgets_state"));
      assertThat(folder.list()).doesNotContain("budgets.json.broken");
      fewest = printed.spentAtFirst() + printed.callsUntil(printed.lastMillis() - SECOND);
      // One more may have run, and not be printed.
      most = printed.spentAtFirst() + printed.calls() + 1;
    }
  }

  private ProgramResult killAfter(Jdk jdk, long millis) {
    String config =
        CONFIG
            .replace("ZONE", zone.getId())
            .replace("TYPE", SpendingProgram.class.getName())
            .replace("FOLDER", folder.getAbsolutePath());
    RunningProgram program =
        JavaProgram.ofMain(SpendingProgram.class).on(jdk).agentConfig(folder, config).start();
    try (program) {
      program.awaitOutput(text -> Printed.of(text).lastMillis() >= millis, Programs.LIMIT);
    }
    return program.await(Programs.LIMIT);
  }
}
