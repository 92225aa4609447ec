package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.harness.RunningProgram;
import io.loopsentinel.it.jvm.program.TypedProgram;
import java.io.File;
import java.nio.file.Files;
import org.junit.jupiter.api.io.TempDir;

/** Budgets of users in a JVM that runs: listed, raised, and there again after a restart. */
@FullMatrix
class BudgetCommandsIT {

  private static final String CONFIG =
      """
      sentinel:
        profiles: none
        budget: {prices: {known: {input: 1000, output: 1000}}}
        budgets:
          - {name: daily, per: user, window: month, cost_usd: 1.5, warn_at: 0.5}
        budgets_state: FOLDER/budgets.json
        telemetry: {audit: {file: FOLDER/audit.jsonl}}
        targets:
          - {name: tools, kind: tool, type: TYPE, method: dispatch, session: arg0, tool: arg1, args: arg2}
          - {name: model, kind: turn, type: TYPE, method: ask, session: arg0, model: return.model, input_tokens: return.input, output_tokens: return.output, labels: {user: arg0}}
      """;

  @TempDir private File folder;

  @OnEachJdk
  void liftsWhatABudgetHasEnded(Jdk jdk) throws Exception {
    try (RunningProgram program = start(jdk)) {
      // A turn costs 0.98 dollars.
      assertThat(Commands.answer(program, "ann search a")).isEqualTo("nothing");
      assertThat(Commands.answer(program, "ann search b"))
          .startsWith("loop-detected: The budget \"daily\" for this month is used up");
      assertThat(Commands.answer(program, "ann search d")).isEqualTo("stopped");
      assertThat(Commands.answer(program, "bob search a")).isEqualTo("nothing");

      ProgramResult before = Commands.run(jdk, "budget", "list", pid(program));
      ProgramResult raised = raise(jdk, program, "ann");
      ProgramResult unknown = raise(jdk, program, "carl");

      assertThat(before.standardOutput())
          .contains("budget", "daily", "cost_usd", "1.9600", "1.5000", "0.9800")
          .doesNotContain("ann");
      assertThat(raised.exitCode()).as("%s", raised).isZero();
      assertThat(raised.standardOutput()).contains("raised by 5 usd until", ": a_demo");
      assertThat(unknown.exitCode()).isEqualTo(1);
      assertThat(unknown.standardError())
          .contains("nothing was spent of budget daily by user carl so far");
      assertThat(Commands.answer(program, "ann search c")).isEqualTo("nothing");

      program.closeInput();
      program.await(Programs.LIMIT);
      assertThat(Files.readString(folder.toPath().resolve("audit.jsonl")))
          .contains("budget.warned", "budget.exceeded", "agent.switched", "a_demo (over JMX)");
    }
  }

  @OnEachJdk
  void isSpentAfterARestartAsBefore(Jdk jdk) {
    try (RunningProgram program = start(jdk)) {
      Commands.answer(program, "ann search a");
      Commands.answer(program, "ann search b");
      program.closeInput();
      program.await(Programs.LIMIT);
    }

    try (RunningProgram program = start(jdk)) {
      assertThat(Commands.answer(program, "ann search a")).isEqualTo("stopped");
      assertThat(Commands.answer(program, "bob search a")).isEqualTo("nothing");
    }
  }

  private static ProgramResult raise(Jdk jdk, RunningProgram program, String user) {
    String raise = "budget raise %s daily %s +5usd --for 2h --why".formatted(pid(program), user);
    return Commands.run(jdk, (raise + " a_demo").split(" "));
  }

  private static String pid(RunningProgram program) {
    return Long.toString(program.pid());
  }

  private RunningProgram start(Jdk jdk) {
    String config =
        CONFIG
            .replace("TYPE", TypedProgram.class.getName())
            .replace("FOLDER", folder.getAbsolutePath());
    return Commands.start(
        JavaProgram.ofMain(TypedProgram.class).on(jdk).agentConfig(folder, config), "ready");
  }
}
