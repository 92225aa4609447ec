package io.loopsentinel.it.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.it.harness.JavaProgram;
import io.loopsentinel.it.harness.Jdk;
import io.loopsentinel.it.harness.OnEachJdk;
import io.loopsentinel.it.harness.ProgramResult;
import java.time.Duration;
import java.util.List;

/** A client and its server in one guarded JVM, with nothing configured. */
class OneJvmIT {

  @OnEachJdk
  void countsACallOnceOnEachSide(Jdk jdk) {
    ProgramResult result =
        JavaProgram.ofMain(OneJvmProgram.class)
            .on(jdk)
            .jvmOptions(JavaProgram.QUICK_START)
            .agent()
            .run(Duration.ofMinutes(5));

    Outcome outcome = result.jsonLines(Outcome.class).get(0);
    assertThat(outcome.runs()).isEqualTo(Scenario.CALLS);
    assertThat(outcome.replies()).noneMatch(Reply::hasFailed);
    List<Reply> replies = outcome.replies();
    assertThat(replies.subList(0, 3)).noneMatch(Reply::isTold);
    assertThat(replies.get(3).texts())
        .filteredOn(text -> text.contains("search has already run 3 times"))
        .hasSize(2);
    assertThat(result.agentLines())
        .filteredOn(line -> line.contains("finding 1 of this loop") && line.startsWith("repeat"))
        .hasSize(2);
  }
}
