package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The arguments quoted in a warning that is added to a result. */
class QuotedWarningsTest {

  private static final String TARGETS = "sentinel:\n" + AnyTool.TARGETS;

  @Test
  void areThoseThatTheModelWroteAsText() throws Exception {
    assertThat(third(TARGETS, "{\"command\": \"javac A\"}", () -> {}))
        .contains("The arguments of this call: {\"command\":\"javac A\"}.");
  }

  /** The same map may be what the application puts a credential in before it goes on. */
  @Test
  void areNoneThatTheToolMayHaveChanged() throws Exception {
    Map<String, Object> arguments = new HashMap<>(Map.of("command", "javac A"));

    AtomicInteger runs = new AtomicInteger();
    Runnable signingTheThird =
        () -> {
          if (runs.incrementAndGet() == 3) {
            arguments.put("token", "secret");
          }
        };

    assertThat(third(TARGETS, arguments, signingTheThird))
        .contains("loop-detected: bash has failed 3 times")
        .doesNotContain("secret", "javac A");
  }

  @Test
  void areNoneThatAreRedacted() throws Exception {
    String redacting =
        TARGETS.replace("sentinel:\n", "sentinel:\n  telemetry: {redact: [password]}\n");

    assertThat(third(redacting, "{\"command\": \"javac A\", \"password\": \"secret\"}", () -> {}))
        .contains("The arguments of this call: {\"command\":\"javac A\"}.")
        .doesNotContain("secret");
  }

  @Test
  void areNoneInATerseWarning() throws Exception {
    String terse = TARGETS.replace("sentinel:\n", "sentinel:\n  default: {message_style: terse}\n");

    assertThat(third(terse, "{\"command\": \"javac A\"}", () -> {}))
        .endsWith(
            "loop-detected: bash has failed 3 times running with the same error. If the next"
                + " attempt differs in what matters, go on. Else: find the cause first.");
  }

  /** Returns the text that the model reads for the third equal call that fails. */
  private static String third(String yaml, Object arguments, Runnable effect) throws Exception {
    return AnyTool.lastOf(
        3,
        yaml,
        () -> {
          effect.run();
          return "bash: no compiler: command not found";
        },
        "bash",
        arguments);
  }
}
