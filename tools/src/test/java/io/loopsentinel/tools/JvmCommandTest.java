package io.loopsentinel.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The arguments passed to the commands for running JVMs. */
class JvmCommandTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "attach 99999999",
        "status 99999999",
        "sessions 99999999",
        "reset 99999999 c-7",
        "tell 99999999 c-7 Cancelled.",
        "answer 99999999 7 run",
        "mode 99999999 observe",
        "reload 99999999",
        "detach 99999999",
        "budget list 99999999",
        "budget raise 99999999 daily ann +5usd --for 2h --why demo"
      })
  void reportsUnknownProcess(String line) {
    StringWriter told = new StringWriter();

    int exitCode =
        LoopSentinelCommand.commandLine()
            .setErr(new PrintWriter(told, true))
            .execute(line.split(" "));

    assertThat(told).hasToString("There is no process 99999999" + System.lineSeparator());
    assertThat(exitCode).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, -1})
  void refusesAnIntervalWithoutAPause(int seconds) {
    StringWriter told = new StringWriter();

    int exitCode =
        LoopSentinelCommand.commandLine()
            .setErr(new PrintWriter(told, true))
            .execute("top", "99999999", "--interval=" + seconds);

    assertThat(told)
        .hasToString("--interval: expected a number of seconds from 1 up" + System.lineSeparator());
    assertThat(exitCode).isEqualTo(2);
  }
}
