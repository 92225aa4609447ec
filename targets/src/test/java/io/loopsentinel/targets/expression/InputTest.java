package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InputTest {

  @SuppressWarnings("unused") // linked against
  static class Dispatcher {
    final String name = "main";

    String dispatch(String tool, Map<String, Object> arguments) {
      return "result";
    }

    static void none() {}
  }

  private static final String DISPATCHER = Dispatcher.class.getName();

  private final GuardedCall call =
      GuardedCall.of(Dispatcher.class, "dispatch", "search", Map.of("q", 1));
  private final GuardedCall none = GuardedCall.of(Dispatcher.class, "none");

  @Test
  void readsThisTheResultAndTheException() throws Throwable {
    call.with(Variable.THIS, new Dispatcher())
        .with(Variable.RETURN, "result")
        .with(Variable.THROWN, new IllegalStateException("broken"));

    assertThat(call.evaluate("this.name")).isEqualTo("main");
    assertThat(call.evaluate("return.length()")).isEqualTo(6);
    assertThat(call.evaluate("thrown.message")).isEqualTo("broken");
    assertThat(call.evaluate("arg1.q")).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "METHOD")
  void readsEveryVariableFromTheEnvironment(Variable variable) throws Throwable {
    call.with(variable, variable.name());

    assertThat(call.evaluate(variable.spelling())).isEqualTo(variable.name());
  }

  @Test
  void namesTheMissingArgument() {
    assertProblem(
        call,
        "'x' ?? arg3",
        "arg3 does not exist: " + DISPATCHER + ".dispatch has 2 parameters (String, Map)");
    assertProblem(
        none, "null ?? arg0", "arg0 does not exist: " + DISPATCHER + ".none has no parameters");
    assertProblem(
        none,
        "null ?? this",
        "this does not exist: " + DISPATCHER + ".none is static and has no parameters");
    assertProblem(
        none,
        "null ?? return",
        "return does not exist: " + DISPATCHER + ".none returns nothing; leave this out");
  }

  private static void assertProblem(GuardedCall call, String source, String message) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> call.link(source))
        .withMessage(message)
        .satisfies(problem -> assertThat(problem.offset()).isEqualTo(source.indexOf("?? ") + 3));
  }
}
