package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.telemetry.AgentLog;
import io.loopsentinel.hook.Hook;
import io.loopsentinel.targets.config.LogLevel;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** The agent controls its hook. */
class InstalledHookTest {

  private final List<Throwable> failures = new ArrayList<>();

  @Test
  void asksGuardsWhileTheyAreSwitchedOn() throws Exception {
    InstalledHook hook = InstalledHook.of(Hook.class);
    Consumer<Throwable> listener = failures::add;
    hook.call("connect", noGuards(), listener);

    hook.call("setEnabled", false);
    Hook.enter(InstalledHookTest.class, "no such site", null, new Object[0]);
    int whileOff = failures.size();
    hook.call("setEnabled", true);
    Hook.enter(InstalledHookTest.class, "no such site", null, new Object[0]);

    // There is no such guard, and whoever looks for it fails.
    assertThat(whileOff).isZero();
    assertThat(failures).hasSize(1);
  }

  @Test
  void answersTheApplication() throws Exception {
    BiFunction<String, Object, Object> api = (operation, argument) -> operation + " " + argument;

    InstalledHook.of(Hook.class).call("connectApi", api);

    assertThat(Hook.ask("reset", "session-1")).isEqualTo("reset session-1");
  }

  private static GuardTable noGuards() {
    PrintStream nowhere =
        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
    return new GuardTable(
        number -> {
          throw new AssertionError();
        },
        (method, target) -> (self, arguments) -> null,
        new AgentLog(nowhere, LogLevel.ERROR));
  }
}
