package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.ListeningProgram;
import java.io.File;
import org.junit.jupiter.api.io.TempDir;

/** An application that is compiled against the API. */
class ListenerIT {

  private static final String TARGET = "method: dispatch, tool: arg0, args: arg1, session: thread";

  @TempDir private File folder;

  @OnEachJdk
  void hearsOfLoopsAndResetsSessions(Jdk jdk) {
    String config = Programs.target("Private", TARGET) + "\n  default: {escalation: [terminate]}\n";

    ProgramResult result = program(jdk).agentConfig(folder, config).run(Programs.LIMIT);

    assertThat(result.standardOutput().lines())
        .containsExactly(
            "active true, true",
            Programs.RAN,
            Programs.RAN,
            Programs.RAN,
            "error io.loopsentinel.ToolLoopError",
            "target.matched: guards"
                + " io.loopsentinel.it.jvm.program.Dispatchers$Private.dispatch(String, Map)",
            "loop.detected: search called again after 3 matching calls",
            "loop.escalated: search called again after 3 matching calls",
            "session.terminated: search called again after 3 matching calls",
            "terminated true",
            "reset true",
            "reset another false",
            Programs.RAN,
            "unheard 0");
    assertThat(result.standardError()).isEmpty();
  }

  @OnEachJdk
  void hearsNothingWithoutTheAgent(Jdk jdk) {
    ProgramResult result = program(jdk).run(Programs.LIMIT);

    assertThat(result.standardOutput().lines())
        .startsWith("active false, false")
        .endsWith(Programs.RAN, "reset another false", Programs.RAN, "unheard 0");
    assertThat(result.standardError()).isEmpty();
  }

  private static JavaProgram program(Jdk jdk) {
    return JavaProgram.ofMain(ListeningProgram.class).on(jdk);
  }
}
