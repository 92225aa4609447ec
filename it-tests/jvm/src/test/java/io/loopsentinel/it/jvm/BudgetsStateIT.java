package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.TypedProgram;
import java.io.File;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** A file of what budgets have spent that cannot be used, or not yet. */
@FullMatrix
class BudgetsStateIT {

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        budgets: [{name: calls, per: global, tool_calls: 3}]
        budgets_state: FOLDER/budgets.json
        targets:
          - {name: tools, kind: tool, type: TYPE, method: dispatch, session: arg0, tool: arg1, args: arg2}
      """;

  private static final String ACCOUNT =
      "{\"key\":{\"budget\":\"calls\",\"holder\":\"\",\"tool\":\"\",\"window\":\"\"},"
          + "\"account\":{\"used\":{\"TOOL_CALLS\":USED},\"warned\":[]}}";

  @TempDir private File folder;
  private Path state;

  @BeforeEach
  void name() {
    state = folder.toPath().resolve("budgets.json");
  }

  @OnEachJdk(17)
  void passesFromAnOldJvmToTheNextInARollingRestart(Jdk jdk) {
    try (RunningProgram old = start(jdk)) {
      call(old, "a", "nothing");
      call(old, "b", "nothing");

      try (RunningProgram next = start(jdk)) {
        call(next, "c", "nothing");
        next.awaitError(text -> text.contains("another JVM uses it"), Programs.LIMIT);

        old.closeInput();
        old.await(Programs.LIMIT);
        next.awaitError(text -> text.contains("can be used now"), Programs.LIMIT);

        assertThat(Commands.answer(next, "ann search d")).as("the fourth call").contains("budget");
        next.closeInput();
        next.await(Programs.LIMIT);
      }
    }

    try (RunningProgram last = start(jdk)) {
      assertThat(Commands.answer(last, "ann search e")).contains("budget");
    }
  }

  @OnEachJdk(17)
  void isLeftAloneWhileItCannotBeReadAndAddedLater(Jdk jdk) throws Exception {
    // A link to itself, which nobody can open, root included.
    Files.createSymbolicLink(state, state.getFileName());

    try (RunningProgram program = start(jdk)) {
      call(program, "a", "nothing");
      program.awaitError(text -> text.contains("cannot be read"), Programs.LIMIT);

      assertThat(program.standardError()).contains("left as it is").doesNotContain("checksum");
      assertThat(Files.isSymbolicLink(state)).isTrue();
      assertThat(folder.list()).doesNotContain("budgets.json.broken");

      Path readable = write(folder.toPath().resolve("readable"), ACCOUNT.replace("USED", "2"));
      Files.move(readable, state, StandardCopyOption.ATOMIC_MOVE);
      program.awaitError(text -> text.contains("can be used now"), Programs.LIMIT);

      assertThat(Commands.answer(program, "ann search b")).contains("budget");
    }
  }

  @OnEachJdk(17)
  void mayBeAPipeThatNobodyWritesTo(Jdk jdk) throws Exception {
    Process pipe = new ProcessBuilder("mkfifo", state.toString()).inheritIO().start();
    assertThat(pipe.waitFor()).isZero();

    try (RunningProgram program = start(jdk)) {
      call(program, "a", "nothing");
      call(program, "b", "nothing");
      call(program, "c", "nothing");
      assertThat(Commands.answer(program, "ann search d")).contains("budget");
      program.awaitError(text -> text.contains("is not a regular file"), Programs.LIMIT);
    }
  }

  @OnEachJdk(17)
  void mayBeLargerThanTheHeap(Jdk jdk) throws Exception {
    try (RandomAccessFile large = new RandomAccessFile(state.toFile(), "rw")) {
      large.setLength(300_000_000);
    }

    try (RunningProgram program = start(jdk, "-Xmx64m")) {
      call(program, "a", "nothing");
      call(program, "b", "nothing");
      call(program, "c", "nothing");
      assertThat(Commands.answer(program, "ann search d")).contains("budget");
      assertThat(program.standardError()).contains("has 286 MB").doesNotContain("OutOfMemory");
    }
  }

  @OnEachJdk(17)
  void switchesNoCapOffByANumberThatIsNone(Jdk jdk) throws Exception {
    for (String number : new String[] {"\"NaN\"", "-1000"}) {
      write(state, ACCOUNT.replace("USED", number));

      try (RunningProgram program = start(jdk)) {
        call(program, "a", "nothing");
        call(program, "b", "nothing");
        call(program, "c", "nothing");
        assertThat(Commands.answer(program, "ann search d")).as(number).contains("budget");
        assertThat(program.standardError()).contains("is damaged", "TOOL_CALLS used is");
      }
    }
    assertThat(folder.list()).contains("budgets.json.broken", "budgets.json.broken-2");
  }

  /** Writes a state with one account. */
  private static Path write(Path path, String account) throws Exception {
    return Files.writeString(path, line("{\"v\":1,\"lines\":1}") + line(account));
  }

  private static String line(String json) {
    CRC32C checksum = new CRC32C();
    checksum.update(json.getBytes(StandardCharsets.UTF_8));
    return "%08x %s%n".formatted(checksum.getValue(), json);
  }

  private RunningProgram start(Jdk jdk, String... options) {
    String config =
        CONFIG
            .replace("TYPE", TypedProgram.class.getName())
            .replace("FOLDER", folder.getAbsolutePath());
    return Commands.start(
        JavaProgram.ofMain(TypedProgram.class)
            .on(jdk)
            .jvmOptions(options)
            .agentConfig(folder, config),
        "ready");
  }

  private static void call(RunningProgram program, String argument, String expected) {
    assertThat(Commands.answer(program, "ann search " + argument)).isEqualTo(expected);
  }
}
