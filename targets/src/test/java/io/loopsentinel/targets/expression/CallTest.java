package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallTest {

  @SuppressWarnings("unused") // called by expressions
  static class Overloaded {
    private int touched;

    String of() {
      return "none";
    }

    String of(int value) {
      return "int";
    }

    String of(long value) {
      return "long";
    }

    String of(boolean value) {
      return "boolean";
    }

    String of(double value) {
      return "double";
    }

    String of(CharSequence value) {
      return "CharSequence";
    }

    String of(Object value) {
      return "Object";
    }

    String of(Object first, String second) {
      return "Object,String";
    }

    String of(Object first, Object... rest) {
      return "Object,Object..." + rest.length;
    }

    String boxed(Long value) {
      return "Long " + value;
    }

    String narrow(short value, char letter, float part, Boolean flag) {
      return value + " " + letter + " " + part + " " + flag;
    }

    String text(String value) {
      return "text " + value;
    }

    String optional(Optional<String> value) {
      return "optional " + value.orElse("-");
    }

    String either(String value) {
      return "String";
    }

    String either(Integer value) {
      return "Integer";
    }

    String list(List<?> values) {
      return "list " + values;
    }

    int touch() {
      return ++touched;
    }

    void nothing() {
      touched = 100;
    }

    String joined(String separator, String... parts) {
      return String.join(separator, parts);
    }

    void fail() throws Exception {
      throw new Exception("from the application");
    }
  }

  @SuppressWarnings("unused") // linked against
  static class Target {
    void call(
        Overloaded overloaded, @Nullable Object anything, Optional<String> optional, Integer n) {}
  }

  private final Overloaded overloaded = new Overloaded();
  private final GuardedCall call =
      GuardedCall.of(Target.class, "call", overloaded, "text", Optional.of("o"), 7);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "of()|none",
        "of(1)|int",
        "of(arg3)|int",
        "of(5000000000)|long",
        "of(true)|boolean",
        "of(0.5)|double",
        "of('text')|CharSequence",
        "of(message)|CharSequence",
        "of(null)|CharSequence",
        "of(arg1)|Object",
        "of({})|Object",
        "of('a', 'b')|Object,String",
        "of('a', arg1)|Object,String",
        "of('a', 1)|Object,Object...1",
        "of('a', 1, null)|Object,Object...2",
        "boxed(1)|Long 1",
        "boxed(null)|Long null",
        "narrow(1, 'c', 2, false)|1 c 2.0 false",
        "text(arg1)|text text",
        "optional('x')|optional x",
        "optional(null)|optional -",
        "optional(arg2)|optional o",
        "list([1, 'a'])|list [1, a]",
        "either(message)|String",
        "either(3)|Integer",
        "joined('-', 'a', arg1)|a-text",
        "joined('-')|``",
      })
  void choosesTheOverload(String source, String chosen) throws Throwable {
    assertThat(call.with(Variable.MESSAGE, "m").evaluate("arg0." + source)).isEqualTo(chosen);
  }

  @Test
  void choosesAtRunTimeIfTheReceiverIsUntyped() throws Throwable {
    GuardedCall untyped = GuardedCall.withObject(overloaded);

    assertThat(untyped.evaluate("arg0.of(1)")).isEqualTo("int");
    assertThat(untyped.evaluate("arg0.of('a', 'b')")).isEqualTo("Object,String");
    assertThat(untyped.evaluate("arg0.of().length()")).isEqualTo(4);
  }

  @Test
  void givesNullForVoid() throws Throwable {
    assertThat(call.evaluate("arg0.nothing()")).isNull();
    assertThat(call.evaluate("arg0.touch()")).isEqualTo(101);
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> call.link("arg0.nothing().name"))
        .withMessage("arg0.nothing() never has a value, so nothing can be read from it");
  }

  @Test
  void neverCallsAVoidMethodAsAProperty() {
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> call.evaluate("arg0.nothing"))
        .withMessageContaining("has no member \"nothing\"");
  }

  @Test
  void exceptionOfTheApplicationIsTheCause() {
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> call.evaluate("arg0.fail()"))
        .havingCause()
        .withMessage("from the application");
  }

  @Test
  void listsTheCandidatesOfAnAmbiguousCall() {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> call.link("arg0.either(null)"))
        .withMessage(
            "the call is ambiguous: either(Integer) and either(String) of "
                + Overloaded.class.getName()
                + " accept these arguments equally well; pass an argument that only one of them accepts")
        .satisfies(problem -> assertThat(problem.offset()).isEqualTo(5));
  }

  @Test
  void listsTheOverloadsIfNoneFits() {
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> call.link("arg0.boxed('a')"))
        .withMessage(
            "boxed cannot take (String); " + Overloaded.class.getName() + " has boxed(Long)");
    assertThatExceptionOfType(ExpressionException.class)
        .isThrownBy(() -> call.link("arg0.either()"))
        .withMessage(
            "either cannot take no arguments; "
                + Overloaded.class.getName()
                + " has either(Integer), either(String)");
  }

  @Test
  void leavesOutTheBridgesOfCompilers() {
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> GuardedCall.withObject(1).evaluate("arg0.compareTo('a')"))
        .withMessageContaining(
            "compareTo cannot take (String); java.lang.Integer has compareTo(Integer)");
  }

  @Test
  void saysWhichArgumentDoesNotFitAtRunTime() {
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> call.evaluate("arg0.boxed(arg1)"))
        .withMessage(
            "a java.lang.String cannot be passed as argument 1 of boxed(Long), a java.lang.Long");
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> call.evaluate("arg0.narrow(1, 'c', 2, arg1)"))
        .withMessageContaining("argument 4 of narrow(short, char, float, Boolean)");
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> call.evaluate("arg0.narrow(count, 'c', 2, true)"))
        .withMessage(
            "null cannot be passed as argument 1 of narrow(short, char, float, Boolean), a short");
  }
}
