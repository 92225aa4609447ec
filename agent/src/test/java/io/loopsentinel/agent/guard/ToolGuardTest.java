package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.ToolLoopError;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolGuardTest {

  private static final Object[] CALL = {"search", Map.of("q", "loops"), "conversation 1"};

  /** A dispatcher with a result of its own. */
  interface Dispatcher {
    record Result(boolean failed, String text) {
      static Result error(String text) {
        return new Result(true, text);
      }
    }

    Result dispatch(String tool, Map<String, Object> arguments, String conversation);

    Object compute(String tool, Map<String, Object> arguments, Class<?> expected);

    void fire(String tool, Map<String, Object> arguments, String conversation);
  }

  @Test
  void answersTheFourthIdenticalCallWithTheFrameworksOwnResult() throws Exception {
    GuardedCalls calls = configured("method: dispatch, result: '%s'".formatted(RESULT));
    Guard guard = calls.guard("dispatch");

    for (int i = 0; i < 3; i++) {
      assertThat(call(guard)).isEqualTo(new Dispatcher.Result(false, "ran"));
    }

    Object fourth = call(guard);
    assertThat(fourth).isInstanceOf(Dispatcher.Result.class);
    assertThat(((Dispatcher.Result) fourth).text())
        .startsWith("loop-detected: search has already run 3 times");
    assertThat(calls.log())
        .contains("repeat in session conversation 1: search called again after 3 matching calls");
  }

  @Test
  void throwsIfTheCastOfTheResultFails() throws Exception {
    GuardedCalls calls = configured("method: compute, result: arg2.cast(message)");
    Guard guard = calls.guard("compute");
    Map<String, Object> arguments = Map.of("q", "loops");
    for (int i = 0; i < 3; i++) {
      guard.call(() -> "ran", "text", arguments, String.class);
      guard.call(() -> 42, "number", arguments, Integer.class);
    }

    assertThat(guard.call(() -> "ran", "text", arguments, String.class))
        .asString()
        .startsWith("loop-detected: text");
    assertThatThrownBy(() -> guard.call(() -> 42, "number", arguments, Integer.class))
        .isInstanceOf(ToolLoopError.class);
    assertThat(calls.log().lines()).hasSize(2);
  }

  @Test
  void throwsIfTheMethodCannotCarryAHint() throws Exception {
    GuardedCalls calls = configured("method: fire");
    Guard guard = calls.guard("fire");
    for (int i = 0; i < 3; i++) {
      call(guard);
    }

    assertThatThrownBy(() -> call(guard))
        .isInstanceOfSatisfying(
            ToolLoopError.class,
            error -> {
              assertThat(error.tool()).isEqualTo("search");
              assertThat(error.session()).isEqualTo("conversation 1");
              assertThat(error.detector()).isEqualTo("repeat");
            });
  }

  @Test
  void doesNotGuardCallsMadeByTheAgent() throws Exception {
    GuardedCalls calls = configured("method: dispatch, result: '%s'".formatted(RESULT));
    Guard guard = calls.guard("dispatch");
    // Reading the tool's name leads back into a guarded method.
    Object name =
        new Object() {
          @Override
          public String toString() {
            assertThat(guard.apply(null, CALL)).isNull();
            return "search";
          }
        };

    for (int i = 0; i < 5; i++) {
      assertThat(guard.apply(null, new Object[] {name, Map.of("n", i), "conversation 1"}))
          .isNotNull();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"arg1[\"q\"].missing", "arg2.length()", "arg2.substring(3)"})
  void keepsGuardingAfterValuesThatCannotBeRead(String session) {
    GuardedCalls calls = configured("method: dispatch, session: '%s'".formatted(session));
    Guard guard = calls.guard("dispatch");
    String conversation = session.startsWith("arg2.sub") ? "s" : null;

    for (int i = 0; i < 100; i++) {
      Object[] unreadable = {"search", Map.of("q", "loops"), conversation};
      assertThatThrownBy(() -> guard.apply(null, unreadable)).isInstanceOf(Throwable.class);
    }

    assertThat(calls.log()).doesNotContain("is switched off");
  }

  @Test
  void goesOnGuardingAfterAnyNumberOfOverflowsOfTheApplicationsStack() throws Exception {
    GuardedCalls calls = configured("method: dispatch, result: '%s'".formatted(RESULT));
    Guard guard = calls.guard("dispatch");
    Object name =
        new Object() {
          @Override
          public String toString() {
            throw new StackOverflowError();
          }
        };

    for (int i = 0; i < 100; i++) {
      assertThatThrownBy(() -> guard.apply(null, new Object[] {name, Map.of(), "conversation 1"}))
          .hasRootCauseInstanceOf(StackOverflowError.class);
    }

    for (int i = 0; i < 3; i++) {
      call(guard);
    }
    assertThat(((Dispatcher.Result) call(guard)).failed()).isTrue();
  }

  @Test
  void writesNamesOnOneLineAndCut() throws Exception {
    GuardedCalls calls = configured("method: dispatch, result: '%s'".formatted(RESULT));
    Guard guard = calls.guard("dispatch");
    String session = "a\n[loop-sentinel] forged \u001b[2J" + "x".repeat(90);
    String tool = "search\r\n" + "y".repeat(1_000_000);

    for (int i = 0; i < 4; i++) {
      guard.call(() -> new Dispatcher.Result(false, "ran"), tool, Map.of(), session);
    }

    assertThat(calls.log().lines())
        .singleElement()
        .asString()
        .contains("repeat in session a\\n[loop-sentinel] forged \\u001b[2Jxxx")
        .contains("search\\r\\nyyy")
        .hasSizeLessThan(1000);
  }

  private static final String RESULT =
      "io.loopsentinel.agent.guard.ToolGuardTest$Dispatcher$Result::error(message)";

  private static GuardedCalls configured(String rest) {
    return GuardedCalls.of(
        Dispatcher.class,
        """
        sentinel:
          targets:
            - {name: t, kind: tool, type: TYPE, tool: arg0, args: arg1, session: arg2, REST}
          detectors: {error: {threshold: 3}}
        """
            .replace(
                "session: arg2, REST",
                rest.contains("session:") ? rest : "session: arg2, " + rest));
  }

  private static Object call(Guard guard) throws Exception {
    Object result = guard.call(() -> new Dispatcher.Result(false, "ran"), CALL);
    return Objects.requireNonNull(result);
  }
}
