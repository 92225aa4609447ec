package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loopsentinel.agent.management.RunSummary;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The report about a member of the application that throws. */
class ThrowingMemberTest {

  private static final String HERE = ThrowingMemberTest.class.getName() + "$";
  private static final String FAILURE =
      "target t (test:3:7) on Dispatcher.dispatch(Request): test:3:126: conversation() of Request"
          + " threw java.lang.IllegalStateException; in `arg0.conversation`; this call goes on"
          + " unguarded";

  record Request(int number) {
    @SuppressWarnings("DoNotCallSuggester") // an expression does
    String conversation() {
      throw new IllegalStateException("no conversation for " + number);
    }
  }

  @SuppressWarnings("unused") // guarded, not called
  static class Dispatcher {
    static String dispatch(Request request) {
      return "";
    }
  }

  @Test
  void isInTheLogOncePerCauseAndInTheCounterEachTime() {
    GuardedCalls calls = calls("");

    callThrice(calls);

    assertThat(lines(calls)).isEqualTo("[loop-sentinel] " + FAILURE + "\n");
    assertThat(calls.telemetry().failures().count()).isEqualTo(3);
  }

  @Test
  void isInTheSummary() {
    GuardedCalls calls = calls("");

    callThrice(calls);

    RunSummary summary = summary(calls);
    assertThat(summary.hasFindings()).isTrue();
    assertThat(summary.lines())
        .last()
        .asString()
        .satisfies(
            line ->
                assertThat(line.replace(HERE, ""))
                    .isEqualTo("summary: failed 3 times: " + FAILURE));
  }

  @Test
  void isReportedWithItsMessageIfArgumentsMayBeShown() {
    GuardedCalls calls = calls("include_arguments: true");

    callThrice(calls);

    assertThat(lines(calls))
        .isEqualTo("[loop-sentinel] " + FAILURE + "; its message: no conversation for 0\n");
    assertThat(summary(calls).lines())
        .last()
        .asString()
        .endsWith("; its message: no conversation for 2");
  }

  @Test
  void isReportedWithoutItsMessageIfArgumentsAreRedacted() {
    GuardedCalls calls = calls("include_arguments: true, redact: [token]");

    callThrice(calls);

    assertThat(lines(calls)).isEqualTo("[loop-sentinel] " + FAILURE + "\n");
  }

  private static void callThrice(GuardedCalls calls) {
    Guard guard = calls.guard("dispatch");
    for (int i = 0; i < 3; i++) {
      Object[] arguments = {new Request(i)};
      // The hook does so.
      calls.telemetry().failures().accept(catchThrowable(() -> guard.apply(null, arguments)));
    }
  }

  private static RunSummary summary(GuardedCalls calls) {
    return new RunSummary(
        calls.telemetry().statistics(),
        calls.telemetry().failures(),
        List.of(),
        Map.of(),
        List.of(),
        List.of());
  }

  private static String lines(GuardedCalls calls) {
    return calls.log().replace(HERE, "");
  }

  private static GuardedCalls calls(String telemetry) {
    return GuardedCalls.of(
        Dispatcher.class,
        """
        sentinel:
          targets:
            - {name: t, kind: tool, type: TYPE, method: dispatch, session: arg0.conversation, tool: method}
          telemetry: {SHOWN}
        """
            .replace("SHOWN", telemetry));
  }
}
