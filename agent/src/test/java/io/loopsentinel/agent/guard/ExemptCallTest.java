package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.telemetry.event.Count;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Calls of an exempt tool, and what happens within them. */
class ExemptCallTest {

  /** A framework, a client that it calls, and one that knows of no conversation. */
  interface Frameworks {
    String framework(CharSequence tool, Object arguments, Object conversation);

    String client(String tool, Object arguments);
  }

  /** Tells its name and cannot be read as a session's key. */
  private static final class Unreadable {
    @Override
    public String toString() {
      throw new IllegalStateException("no text");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"arg0", "arg0.toString()"})
  void runsAsOftenAsItIsMade(String tool) throws Exception {
    GuardedCalls calls = calls(tool, "");
    Guard framework = framework(calls);

    for (int i = 0; i < 20; i++) {
      assertThat(framework.call(() -> "ran", "a_wait", Map.of(), "s")).isEqualTo("ran");
    }

    assertThat(calls.log()).isEmpty();
    assertThat(calls.telemetry().statistics().total(Count.CALLS)).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"arg0", "arg0.toString()"})
  void isExemptUnderTheNameThatItIsPassedOnWith(String tool) throws Exception {
    GuardedCalls calls = calls(tool, "");

    for (int i = 0; i < 10; i++) {
      assertThat(within(calls, "s", Map.of("job", 7), "wait", Map.of("job", 7))).isEqualTo("ran");
    }
  }

  @Test
  void isDistinctFromCallsWithOtherArguments() throws Exception {
    GuardedCalls calls = calls("arg0", "");
    for (int i = 0; i < 3; i++) {
      within(calls, "s", Map.of("job", 7), "search", Map.of("job", 8));
    }

    assertThat(within(calls, "s", Map.of("job", 7), "search", Map.of("job", 8)))
        .asString()
        .startsWith("loop-detected: search ");
  }

  @Test
  void passesItsSessionToNestedCalls() throws Exception {
    GuardedCalls calls = calls("arg0", "");
    for (int i = 0; i < 3; i++) {
      within(calls, "s", Map.of(), "search", Map.of());
    }

    Object inOtherSession = within(calls, "t", Map.of(), "search", Map.of());
    Object inSession = within(calls, "s", Map.of(), "search", Map.of());

    assertThat(inOtherSession).isEqualTo("ran");
    assertThat(inSession).asString().startsWith("loop-detected: search ");
    assertThat(calls.log()).contains("in session s");
  }

  @Test
  void isOverWithItsMethod() throws Exception {
    GuardedCalls calls = calls("arg0", "");
    Guard client = calls.guard("client");
    framework(calls).call(() -> "ran", "a_wait", Map.of(), "s");

    for (int i = 0; i < 4; i++) {
      client.call(() -> "ran", "search", Map.of());
    }

    assertThat(calls.log()).contains("in session thread ").doesNotContain("in session s:");
  }

  @Test
  void isLeftAloneIfItsSessionCannotBeReadAndWhatItCallsIsJudged() throws Exception {
    GuardedCalls calls = calls("arg0", "");
    Object session = new Unreadable();
    for (int i = 0; i < 3; i++) {
      assertThat(within(calls, session, Map.of(), "search", Map.of())).isEqualTo("ran");
    }

    assertThat(within(calls, session, Map.of(), "search", Map.of()))
        .asString()
        .startsWith("loop-detected: search ");
    assertThat(calls.log()).contains("what this exempt call is passed on to is judged");
  }

  @Test
  void isNoneOfThoseThatTheTargetIsNotAbout() throws Exception {
    GuardedCalls calls = calls("arg0", ", unless: arg2.isEmpty()");

    for (int i = 0; i < 4; i++) {
      within(calls, "", Map.of(), "search", Map.of());
    }

    assertThat(calls.log()).contains("in session thread ");
  }

  private static GuardedCalls calls(String tool, String more) {
    return GuardedCalls.of(
        Frameworks.class,
        """
        sentinel:
          overrides: {a_wait: {exempt: true}}
          targets:
            - {name: a, kind: tool, type: TYPE, method: framework, tool: "TOOL", args: arg1, session: arg2 MORE}
            - {name: b, kind: tool, type: TYPE, method: client, tool: arg0, args: arg1}
        """
            .replace("TOOL", tool)
            .replace(" MORE", more));
  }

  private static Guard framework(GuardedCalls calls) {
    return calls.guard("framework");
  }

  private static @Nullable Object within(
      GuardedCalls calls, Object session, Object arguments, String tool, Object itsArguments)
      throws Exception {
    Guard client = calls.guard("client");
    Callable<?> inner = () -> client.call(() -> "ran", tool, itsArguments);
    return framework(calls).call(inner, "a_wait", arguments, session);
  }
}
