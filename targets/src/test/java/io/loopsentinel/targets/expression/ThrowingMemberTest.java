package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A member of the application that throws when an expression reads it. */
class ThrowingMemberTest {

  private static final String HERE = ThrowingMemberTest.class.getName() + "$";

  @SuppressWarnings({"unused", "DoNotCallSuggester"}) // read by expressions
  static class Request implements Iterable<String> {

    Request() {}

    Request(String text) {
      throw new IllegalArgumentException(text);
    }

    static String of(String text) {
      throw new NoClassDefFoundError(text);
    }

    String getUser() {
      throw new IllegalStateException("SECRET");
    }

    String recursive() {
      throw new StackOverflowError();
    }

    @Override
    public Iterator<String> iterator() {
      throw new NoSuchElementException("SECRET");
    }
  }

  @SuppressWarnings("unused") // linked against
  static class Dispatcher {
    void dispatch(Request request) {}
  }

  private final GuardedCall call = GuardedCall.of(Dispatcher.class, "dispatch", new Request());

  @ParameterizedTest
  @CsvSource({
    "arg0.user,5,getUser() of Request threw java.lang.IllegalStateException",
    "[arg0.getUser()],6,getUser() of Request threw java.lang.IllegalStateException",
    "new Request('x'),4,new Request(String) of Request threw java.lang.IllegalArgumentException",
    "Request::of('x'),9,of(String) of Request threw java.lang.NoClassDefFoundError"
  })
  void isReportedWithItsPlace(String expression, int offset, String message) {
    String source = expression.replaceFirst("\\bRequest", HERE.replace("$", "\\$") + "Request");
    int moved = expression.startsWith("Request") ? HERE.length() : 0;

    EvaluationException failure =
        catchThrowableOfType(EvaluationException.class, () -> call.evaluate(source));

    assertThat(String.valueOf(failure.getMessage()).replace(HERE, "")).isEqualTo(message);
    assertThat(failure.offset()).isEqualTo(offset + moved);
    assertThat(failure).cause().hasStackTraceContaining("ThrowingMemberTest");
  }

  @Test
  void isReportedIfTheStaticTypeIsUnknown() {
    GuardedCall untyped = GuardedCall.withObject(new Request());

    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> untyped.evaluate("arg0.user"))
        .withMessage("getUser() of %sRequest threw java.lang.IllegalStateException".formatted(HERE))
        .satisfies(failure -> assertThat(failure.offset()).isEqualTo(5));
  }

  @Test
  void isReportedWithItsExpressionIfNoMemberIsCalled() {
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(() -> call.evaluate("arg0[*].length()"))
        .withMessage("it failed with java.util.NoSuchElementException")
        .withCauseInstanceOf(NoSuchElementException.class);
  }

  @Test
  void aLackOfStackIsPassedOnAsItIs() {
    assertThatExceptionOfType(StackOverflowError.class)
        .isThrownBy(() -> call.evaluate("arg0.recursive"));
  }
}
