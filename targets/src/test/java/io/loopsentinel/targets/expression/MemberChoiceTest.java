package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which of several members a name reads. */
@SuppressWarnings("unused") // read by expressions
class MemberChoiceTest {

  /** As JSON trees of several libraries are. */
  static final class Json {
    String string() {
      return "text";
    }

    boolean isString() {
      return true;
    }
  }

  static final class Flags {
    private final String done = "at noon";
    private final Object open = "until noon";

    boolean isDone() {
      return true;
    }

    boolean isOpen() {
      return true;
    }
  }

  static final class Answer {
    String getFailed() {
      return "by nobody";
    }

    boolean isFailed() {
      return true;
    }
  }

  static class Request {
    private final @Nullable String text = null;
    private final String id = "field";

    @Nullable String getText() {
      return text;
    }

    Optional<String> getId() {
      return Optional.of("getter");
    }

    String user() {
      return "method";
    }

    String getUser() {
      return "getter";
    }
  }

  /** As proxies do it, whose own fields are empty. */
  static class LazyRequest extends Request {
    @Override
    String getText() {
      return "loaded";
    }
  }

  private final GuardedCall json = GuardedCall.of(Dispatcher.class, "json", new Json());
  private final GuardedCall flags = GuardedCall.of(Dispatcher.class, "flags", new Flags());
  private final GuardedCall answer = GuardedCall.of(Dispatcher.class, "answer", new Answer());
  private final GuardedCall request =
      GuardedCall.of(Dispatcher.class, "request", new LazyRequest());

  static class Dispatcher {
    void json(Json json) {}

    void flags(Flags flags) {}

    void answer(Answer answer) {}

    void request(Request request) {}
  }

  @Test
  void aMethodOfThatVeryNameGoesBeforeAnAccessor() throws Throwable {
    assertThat(json.evaluate("arg0.string")).isEqualTo("text");
    assertThat(GuardedCall.withObject(new Json()).evaluate("arg0.string")).isEqualTo("text");
    assertThat(request.evaluate("arg0.user")).isEqualTo("method");
  }

  @Test
  void aFieldOfThatVeryNameGoesBeforeAnAccessorOfSomethingElse() throws Throwable {
    assertThat(flags.evaluate("arg0.done")).isEqualTo("at noon");
  }

  @Test
  void aFieldIsReadByItsOwnGetterWhichSubclassesOverride() throws Throwable {
    assertThat(request.evaluate("arg0.text")).isEqualTo("loaded");
    assertThat(request.evaluate("arg0.id")).isEqualTo("getter");
  }

  @Test
  void warnsOfTwoReadings() {
    assertThat(json.link("arg0.string").warnings())
        .singleElement()
        .satisfies(
            warning -> {
              assertThat(warning)
                  .hasMessage(
                      "string reads string() of %s, which also has isString(); write the intended one with ( )"
                          .formatted(Json.class.getName()));
              assertThat(warning.offset()).isEqualTo(5);
            });
    assertThat(flags.link("arg0.done").warnings())
        .singleElement()
        .satisfies(warning -> assertThat(warning).hasMessageContaining("done reads done of "));
    assertThat(answer.link("arg0.failed").warnings())
        .singleElement()
        .satisfies(
            warning -> assertThat(warning).hasMessageContaining("failed reads getFailed() of "));
  }

  @Test
  void doesNotWarnIfBothGiveTheSameOrOneIsCalled() {
    assertThat(request.link("[arg0.text, arg0.id, arg0.user]").warnings()).isEmpty();
    assertThat(flags.link("arg0.open").warnings()).isEmpty();
    assertThat(json.link("[arg0.string(), arg0.isString()]").warnings()).isEmpty();
  }
}
