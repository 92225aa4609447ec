package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import org.junit.jupiter.api.Test;

/** Calls whose arguments are beyond what is compared. */
class LargeArgumentsTest {

  @Test
  void areReportedOnceAndEqualNoOthers() throws Exception {
    GuardedCalls calls = GuardedCalls.of(AnyTool.class, "sentinel:\n" + AnyTool.TARGETS);

    for (int i = 0; i < 5; i++) {
      Object read =
          calls.call("dispatch", () -> "ran", "search", Collections.nCopies(300_000, "x"));
      assertThat(read).isEqualTo("ran");
    }

    assertThat(calls.log().lines())
        .filteredOn(line -> line.contains("too large or too deep to be compared"))
        .hasSize(1);
  }
}
