package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
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
@FullMatrix
class KilledWriterIT {

  private static final int JVMS = 5;

  /** About as many as are made between two writings. */
  private static final int SOME_CALLS = 1_000;

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
  }

  /**
   * A JVM that was killed.
   *
   * @param written calls that had run before the last writing that has ended began
   */
  private record Killed(ProgramResult result, int written) {

    Printed printed() {
      return Printed.of(result.standardOutput());
    }
  }

  @OnEachJdk
  void losesAtMostWhatRanSinceItsLastWritingBegan(Jdk jdk) {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    long fewest = 0;
    long most = 0;

    for (int jvm = 1; jvm <= JVMS; jvm++) {
      Killed killed = kill(jdk, random.nextInt(SOME_CALLS));

      Printed printed = killed.printed();
      assertThat(printed.spentAtFirst() - 1)
          .as("spent before JVM %d, seed %d", jvm, seed)
          .isBetween(fewest, most);
      assertThat(killed.result().agentLines())
          .as("seed %d", seed)
          .noneMatch(line -> line.contains("budgets_state"));
      assertThat(folder.list()).doesNotContain("budgets.json.broken");
      fewest = printed.spentAtFirst() + killed.written();
      // One more may have run, and not be printed.
      most = printed.spentAtFirst() + printed.calls() + 1;
    }
  }

  /** Kills a JVM that has written twice, after some more calls. */
  private Killed kill(Jdk jdk, int moreCalls) {
    String config =
        CONFIG
            .replace("ZONE", zone.getId())
            .replace("TYPE", SpendingProgram.class.getName())
            .replace("FOLDER", folder.getAbsolutePath());
    RunningProgram program =
        JavaProgram.ofMain(SpendingProgram.class).on(jdk).agentConfig(folder, config).start();
    int written;
    try (program) {
      program.awaitOutput(text -> Printed.of(text).calls() > 0, Programs.LIMIT);
      written = Printed.of(program.standardOutput()).calls();
      // The first may have begun before those calls; the second has not.
      awaitWriting(program);
      awaitWriting(program);
      int calls = Printed.of(program.standardOutput()).calls() + moreCalls;
      program.awaitOutput(text -> Printed.of(text).calls() >= calls, Programs.LIMIT);
    }
    return new Killed(program.await(Programs.LIMIT), written);
  }

  private void awaitWriting(RunningProgram program) {
    File file = new File(folder, "budgets.json");
    long before = file.lastModified();
    program.awaitOutput(text -> file.lastModified() != before, Programs.LIMIT);
  }
}
