package io.loopsentinel.agent.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loopsentinel.ToolLoopError;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The exception for a refused call or turn. */
class RefusalTest {

  /** A framework with exceptions of its own. */
  interface Framework {
    final class AgentStopped extends Exception {
      private static final long serialVersionUID = 1L;

      AgentStopped(String message, @Nullable Throwable cause) {
        super(message, cause);
      }

      static AgentStopped of(String message) {
        return new AgentStopped(message, new IllegalStateException("out of luck"));
      }
    }

    final class Interruption extends RuntimeException {
      private static final long serialVersionUID = 1L;

      @SuppressWarnings("StaticAssignmentOfThrowable") // as some frameworks do
      static final Interruption ONLY = new Interruption("stop");

      Interruption(String message) {
        super(message);
      }

      static Interruption failing() {
        throw new IllegalStateException("SECRET");
      }

      static @Nullable Object nothing() {
        return null;
      }
    }

    void dispatch(String tool, String query);

    String ask(String question);
  }

  private static final String TYPE = Framework.class.getName();

  private String log = "";

  @Test
  void isTheFrameworksOwnExceptionWithTheErrorForItsCause() {
    Throwable thrown = refused("new %s$Interruption(message)".formatted(TYPE));

    assertThat(thrown)
        .isInstanceOf(Framework.Interruption.class)
        .hasMessageStartingWith("loop-detected: search called again after 3 matching calls");
    assertThat(ToolLoopError.findIn(thrown))
        .hasValueSatisfying(
            error -> {
              assertThat(thrown).hasCause(error);
              assertThat(thrown.getStackTrace()).isEqualTo(error.getStackTrace());
            });
    assertThat(log).doesNotContain("itself is thrown");
  }

  @Test
  void canUseToolSessionCountAndArguments() {
    Throwable thrown =
        refused(
            "new %s$Interruption(String::format(\"%%s %%s %%d %%s\", tool, session, count, arg1))"
                .formatted(TYPE));

    assertThat(thrown).hasMessage("search s 3 loops");
  }

  @Test
  void hasTheErrorBehindTheCausesThatItHas() {
    Throwable thrown = refused("%s$AgentStopped::of(message)".formatted(TYPE));

    assertThat(thrown).isInstanceOf(Framework.AgentStopped.class);
    assertThat(thrown).cause().hasMessage("out of luck");
    assertThat(thrown).cause().hasCauseInstanceOf(ToolLoopError.class);
  }

  @Test
  void hasTheErrorAmongTheSuppressedIfItsCauseIsFixed() {
    Throwable thrown = refused("new %s$AgentStopped(message, null)".formatted(TYPE));

    assertThat(thrown).isInstanceOf(Framework.AgentStopped.class).hasNoCause();
    assertThat(thrown.getSuppressed()).singleElement().isInstanceOf(ToolLoopError.class);
    assertThat(ToolLoopError.findIn(thrown)).isPresent();
  }

  @Test
  void doesNotGrowIfItIsOneObjectForAllCalls() {
    String expression = "%s$Interruption::ONLY".formatted(TYPE);
    Throwable first = refused(expression);
    assertThat(first).hasCauseInstanceOf(ToolLoopError.class);

    Throwable second = refused(expression);

    assertThat(second).isSameAs(first);
    assertThat(second).cause().hasNoCause();
    assertThat(second.getSuppressed()).isEmpty();
  }

  @Test
  void isTheErrorItselfIfTheExpressionFails() {
    Throwable thrown = refused("%s$Interruption::failing()".formatted(TYPE));

    assertThat(thrown).isInstanceOf(ToolLoopError.class);
    assertThat(log)
        .contains(
            ".dispatch(String, String), throws: test:3:217: failing() of "
                + TYPE
                + "$Interruption threw java.lang.IllegalStateException; in `")
        .contains("; the ToolLoopError itself is thrown")
        .doesNotContain("SECRET");
  }

  @Test
  void isTheErrorItselfIfTheExpressionGivesNoThrowable() {
    Throwable thrown = refused("%s$Interruption::nothing()".formatted(TYPE));

    assertThat(thrown).isInstanceOf(ToolLoopError.class);
    assertThat(log)
        .contains(".dispatch(String, String), throws: test:3:153: it gives no Throwable but null");
  }

  @Test
  void isTheErrorItselfIfTheExpressionIsOfAnotherType() {
    Throwable thrown = refused("message");

    assertThat(thrown).isInstanceOf(ToolLoopError.class);
    assertThat(log)
        .contains(
            ".dispatch(String, String): throws gives a java.lang.String, which is no Throwable;"
                + " the ToolLoopError itself is thrown here");
  }

  @Test
  void isThrownInThePlaceOfATurn() throws Exception {
    GuardedCalls calls =
        GuardedCalls.of(
            Framework.class,
            """
            sentinel:
              budget: {turns: 1}
              targets:
                - {name: turn, kind: turn, type: TYPE, method: ask, session: '"s"', throws: 'new TYPE$Interruption(message)'}
            """);
    Guard guard = calls.guard("ask");
    guard.call(() -> "one", "question");

    assertThatThrownBy(() -> guard.call(() -> "two", "question"))
        .isInstanceOf(Framework.Interruption.class)
        .hasCauseInstanceOf(ToolLoopError.class);
  }

  /** Returns the verdict on the fourth call of a void method. */
  private Throwable refused(String expression) {
    GuardedCalls calls =
        GuardedCalls.of(
            Framework.class,
            """
            sentinel:
              targets:
                - {name: t, kind: tool, type: TYPE, method: dispatch, tool: arg0, args: arg1, session: '"s"', throws: 'EXPRESSION'}
            """
                .replace("EXPRESSION", expression));
    Guard guard = calls.guard("dispatch");
    Throwable thrown =
        catchThrowable(
            () -> {
              for (int i = 0; i < 4; i++) {
                guard.call(() -> null, "search", "loops");
              }
            });
    log = calls.log();
    return thrown;
  }
}
