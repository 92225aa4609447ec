package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.DayOfWeek;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class StaticMemberTest {

  static final String HERE = StaticMemberTest.class.getName();

  record ToolResult(boolean isError, String resultText, Object extra) {

    ToolResult(String resultText) {
      this(true, resultText, "by text");
    }

    static Builder builder() {
      return new Builder();
    }

    static class Builder {
      private boolean isError;
      private String resultText = "";

      Builder isError(boolean value) {
        isError = value;
        return this;
      }

      Builder resultText(String value) {
        resultText = value;
        return this;
      }

      ToolResult build() {
        return new ToolResult(isError, resultText, "built");
      }
    }
  }

  interface Constants {
    String NAME = "constant";

    static String twice(String text) {
      return text + text;
    }
  }

  @SuppressWarnings("unused") // read by an expression
  static class Implementor implements Constants {
    private static final Optional<String> SECRET = Optional.of("hidden");

    private static int count(List<?> values) {
      return values.size();
    }
  }

  abstract static class Base {}

  static class Broken {
    static final int VALUE = Integer.parseInt("not a number");
  }

  private final GuardedCall call =
      GuardedCall.withObject("value").with(Variable.MESSAGE, "stop").with(Variable.COUNT, 4);

  @Test
  void followsABuilderChain() throws Throwable {
    LinkedExpression linked =
        call.link(HERE + "$ToolResult::builder().isError(true).resultText(message).build()");

    assertThat(linked.type()).isEqualTo(ToolResult.class);
    assertThat(linked.evaluate(call)).isEqualTo(new ToolResult(true, "stop", "built"));
  }

  @Test
  void makesObjects() throws Throwable {
    assertThat(call.evaluate("new " + HERE + ".ToolResult(message)"))
        .isEqualTo(new ToolResult("stop"));
    assertThat(call.evaluate("new " + HERE + ".ToolResult(false, message, {'n': count})"))
        .isEqualTo(new ToolResult(false, "stop", Map.of("n", 4)));
    assertThat(call.evaluate("new java.lang.IllegalStateException(message)"))
        .isInstanceOf(IllegalStateException.class)
        .extracting("message")
        .isEqualTo("stop");
  }

  @Test
  void readsConstantsAndEnums() throws Throwable {
    assertThat(call.evaluate("java.time.DayOfWeek::MONDAY")).isEqualTo(DayOfWeek.MONDAY);
    assertThat(call.evaluate("java.time.DayOfWeek::MONDAY.plus(1)")).isEqualTo(DayOfWeek.TUESDAY);
    assertThat(call.evaluate("Integer::MAX_VALUE")).isEqualTo(Integer.MAX_VALUE);
    assertThat(call.evaluate(HERE + ".Implementor::NAME")).isEqualTo("constant");
    assertThat(call.evaluate(HERE + ".Implementor::SECRET")).isEqualTo("hidden");
  }

  @Test
  void callsStaticMethods() throws Throwable {
    assertThat(call.evaluate("java.util.Map::of('error', message)"))
        .isEqualTo(Map.of("error", "stop"));
    assertThat(call.evaluate("java.util.List::of(1, 2).size()")).isEqualTo(2);
    assertThat(call.evaluate("String::format('%s-%s', arg0, count)")).isEqualTo("value-4");
    assertThat(call.evaluate(HERE + "$Constants::twice(message)")).isEqualTo("stopstop");
    assertThat(call.evaluate(HERE + "$Implementor::count([1])")).isEqualTo(1);
    CompletionStage<?> stage =
        (CompletionStage<?>)
            call.evaluate("java.util.concurrent.CompletableFuture::completedFuture(message)");
    assertThat(stage).isCompletedWithValueMatching("stop"::equals);
  }

  @Test
  void readsClasses() throws Throwable {
    assertThat(call.evaluate("java.time.DayOfWeek::class")).isEqualTo(DayOfWeek.class);
    assertThat(call.evaluate(HERE + ".ToolResult.Builder::class"))
        .isEqualTo(ToolResult.Builder.class);
    assertThat(call.evaluate("String::class.simpleName")).isEqualTo("String");
    assertThat(call.link("String::class.cast(message)").type()).isEqualTo(String.class);
    assertThat(call.evaluate("[" + HERE + ".Broken::class].size()")).isEqualTo(1);
  }

  @Test
  void leavesAnOptionalThatItBuiltAsItIs() throws Throwable {
    assertThat(call.evaluate("java.util.Optional::of(message)")).isEqualTo(Optional.of("stop"));
    assertThat(call.evaluate("java.util.Optional::of(message).length()")).isEqualTo(4);
  }

  @Test
  void doesNotInitialiseAClassBeforeItIsEvaluated() throws Throwable {
    LinkedExpression linked = call.link(HERE + ".Broken::VALUE");

    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> linked.evaluate(call))
        .withCauseInstanceOf(ExceptionInInitializerError.class);
  }

  @Test
  void saysWhichTypeWasNotFound() {
    assertProblem(
        "[1, dev.x.Foo::bar()]",
        4,
        "type dev.x.Foo not found by the class loader of "
            + GuardedCall.Untyped.class.getName()
            + "; check the spelling, package included");
    assertProblem("new Foo()", 4, "type Foo not found");
    assertProblem("[Foo::class]", 1, "type Foo not found");
  }

  @Test
  void listsTheMembersOfTheType() {
    String type = HERE + "$ToolResult";
    assertProblem(
        type + "::bulider()",
        type.length() + 2,
        type + " has no static method \"bulider\"; it has builder()");
    assertProblem(
        "java.time.DayOfWeek::MONDY",
        21,
        "java.time.DayOfWeek has no static field \"MONDY\"; it has MONDAY, SUNDAY, ");
    assertProblem("Integer::parseInt", 9, "parseInt is a method; write parseInt() with");
    assertProblem("Integer::new", 9, "a new object is written new java.lang.Integer()");
    assertProblem("'x'.valueOf(1)", 4, "write java.lang.String::valueOf");
    assertProblem(
        "new " + type + "(1)",
        4,
        "new ToolResult cannot take (Integer); "
            + type
            + " has new ToolResult(String), new ToolResult(boolean, String, Object)");
    assertProblem("new " + HERE + ".Base()", 4, "is abstract, an interface or an enum");
    assertProblem("new java.util.List()", 4, "is abstract, an interface or an enum");
  }

  private void assertProblem(String source, int offset, String message) {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> call.link(source))
        .withMessageContaining(message)
        .satisfies(problem -> assertThat(problem.offset()).isEqualTo(offset));
  }
}
