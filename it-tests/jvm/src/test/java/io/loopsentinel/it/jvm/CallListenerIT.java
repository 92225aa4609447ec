package io.loopsentinel.it.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.FullMatrix;
import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdks;
import io.loopsentinel.it.harness.ProgramResult;
import io.loopsentinel.it.jvm.program.HookedProgram;
import java.io.File;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Listeners of an application that are called before and after each call and turn. */
@FullMatrix
class CallListenerIT {

  private static final String ACME = "io.loopsentinel.it.jvm.program.Acme";
  private static final String CONFIG =
      Programs.targets(
              "error",
              "{name: d, type: ACME$Dispatcher, method: dispatch, session: arg0, tool: arg1, args:"
                  + " arg2, kind: tool}",
              "{name: b, type: ACME$Dispatcher, method: dispatchAll, session: arg0, tool:"
                  + " 'arg1[*]', args: '\"\"', output: 'return[*]', kind: tool}",
              "{name: t, type: ACME$Model, method: chat, session: arg0, text: return.text, kind:"
                  + " turn}")
          .replace("ACME", ACME)
          .replace("log: error", "log: warn, redact: [token]");

  @TempDir private File folder;

  @Test
  void seeSingleCallsBatchesAndTurns() {
    ProgramResult result =
        JavaProgram.ofMain(HookedProgram.class)
            .on(Jdks.running())
            .agentConfig(folder, CONFIG)
            .run(Programs.LIMIT);

    assertThat(result.standardOutput().lines())
        .contains(
            "before 1 tool c-1 search null",
            "before 1 tool c-1 search null {\"q\":\"x\"} null",
            "after 1 tool c-1 search returned",
            "after 1 tool c-1 search returned {\"q\":\"x\"} nothing",
            "after 4 tool c-1 search stopped",
            "after 4 tool c-1 search stopped {\"q\":\"x\"} null",
            "before 5 batch c-2 fetch null",
            "before 6 batch c-2 list null",
            "after 5 batch c-2 fetch returned",
            "after 6 batch c-2 list returned",
            "before 7 turn c-3 null null",
            "after 7 turn c-3 null returned")
        .hasSize(22);
    assertThat(result.agentLines())
        .filteredOn(line -> line.contains("a CallListener"))
        .singleElement()
        .asString()
        .contains("IllegalStateException", "the call continues");
  }

  @Test
  void hearNothingWithoutTheAgent() {
    ProgramResult result =
        JavaProgram.ofMain(HookedProgram.class).on(Jdks.running()).run(Programs.LIMIT);

    assertThat(result.standardOutput()).isEmpty();
    assertThat(result.standardError()).isEmpty();
  }
}
