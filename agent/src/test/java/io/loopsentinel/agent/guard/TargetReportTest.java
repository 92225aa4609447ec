package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import com.acme.Dispatcher;
import io.loopsentinel.agent.telemetry.AgentLog;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** What the agent says of a method in debug, and {@code check} without an agent. */
class TargetReportTest {

  private static final String TARGETS =
      """
      sentinel:
        targets:
          - name: acme
            kind: tool
            type: TYPE
            method: dispatchLater
            tool: arg0.tool
            result: com.acme.ToolResult::error(message)
      """;

  private static final Method METHOD =
      Arrays.stream(Dispatcher.class.getDeclaredMethods())
          .filter(method -> method.getName().equals("dispatchLater"))
          .findFirst()
          .orElseThrow();

  @Test
  void isLoggedInDebugWhenTheMethodIsFirstCalled() {
    GuardedCalls calls = GuardedCalls.of(Dispatcher.class, TARGETS, AgentLog.Level.DEBUG);

    calls.guard(METHOD, calls.targets().get(0));

    assertThat(calls.log())
        .isEqualTo(
            """
            [loop-sentinel] com.acme.Dispatcher.dispatchLater(Request): Mono as tool target acme (test:3:7)
            [loop-sentinel]   tool          arg0.tool -> java.lang.String
            [loop-sentinel]   result        com.acme.ToolResult::error(message) -> com.acme.ToolResult
            [loop-sentinel]   args          those of the method
            [loop-sentinel]   session       the run, else the thread
            [loop-sentinel]   outcome       judged when the Mono completes
            [loop-sentinel]   hint          completes the Mono with the ToolResult that result builds
            [loop-sentinel]   warn          waits for the next request of its session, see inject
            [loop-sentinel]   abort         completes the Mono with a ToolLoopError
            """);
  }

  @Test
  void isTheSameInACheck() {
    GuardedCalls calls = GuardedCalls.of(Dispatcher.class, TARGETS, AgentLog.Level.DEBUG);
    calls.guard(METHOD, calls.targets().get(0));

    TargetCheck.Result check = new TargetCheck().check(METHOD, calls.targets().get(0));

    assertThat(check)
        .isInstanceOfSatisfying(
            TargetCheck.Fits.class,
            fits ->
                assertThat(fits.report().lines())
                    .isEqualTo(
                        calls
                            .log()
                            .lines()
                            .map(line -> line.replace("[loop-sentinel] ", ""))
                            .toList()));
  }

  @Test
  void isNotLoggedOtherwise() {
    GuardedCalls calls = GuardedCalls.of(Dispatcher.class, TARGETS);

    calls.guard(METHOD, calls.targets().get(0));

    assertThat(calls.log()).isEmpty();
  }
}
