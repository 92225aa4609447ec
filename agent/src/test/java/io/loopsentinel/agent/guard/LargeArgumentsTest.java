package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Calls whose arguments are beyond what is compared. */
class LargeArgumentsTest {

  /** Dispatches any tool. */
  @SuppressWarnings("unused") // guarded
  static final class Agent {
    String dispatch(String tool, Object arguments) {
      return "";
    }
  }

  @Test
  void areReportedOnceAndEqualNoOthers() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Agent.class,
            "sentinel:\n  targets:\n    - {name: t, kind: tool, type: TYPE, method: dispatch,"
                + " session: '\"s\"', tool: arg0, args: arg1}\n");
    var guard = calls.guard("dispatch");

    for (int i = 0; i < 5; i++) {
      Object read = guard.call(() -> "ran", "search", Collections.nCopies(300_000, "x"));
      assertThat(read).isEqualTo("ran");
    }

    assertThat(calls.log().lines())
        .filteredOn(line -> line.contains("too large or too deep to be compared"))
        .hasSize(1);
  }
}
