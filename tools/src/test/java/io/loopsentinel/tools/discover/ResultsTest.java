package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.tools.discover.Results.Built;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Expressions that build a result like one that was seen. */
class ResultsTest {

  private static final String TYPES = ResultsTest.class.getName() + "$";

  enum Status {
    DONE
  }

  record Call(String id, String name) {}

  record Part(String text) {}

  record Answer(String id, List<Part> parts, Status status, boolean failed) {}

  static final class Hidden {
    private final String text;
    private final int length;

    private Hidden(String text) {
      this.text = text;
      this.length = text.length();
    }

    static Hidden of(String text) {
      return new Hidden(text);
    }

    @Override
    public String toString() {
      return text.substring(0, length);
    }
  }

  /** A result of which a tool may give only the text. */
  record Told(@Nullable Object result, String text) {}

  /** Its shorter constructors leave out the text or the name. */
  static final class Spoken {
    private final String role;
    private String content = "";
    private @Nullable String name;

    Spoken(String role) {
      this.role = role;
    }

    Spoken(String role, String content) {
      this.role = role;
      this.content = content;
    }

    Spoken(String role, String content, String name) {
      this.role = role;
      this.content = content;
      this.name = name;
    }

    @Override
    public String toString() {
      return role + " " + name + ": " + content;
    }
  }

  interface Nothing {
    @Nullable Answer dispatch(Call call);
  }

  @Test
  void aTextIsTheMessage() {
    assertThat(build("3 books", "3 books")).isEqualTo(new Built("message", null, String.class));
  }

  @Test
  void constructsARecordFromTheCallAndTheMessage() {
    assertThat(build(new Answer("7", List.of(new Part("3 books")), Status.DONE, false), "3 books"))
        .isEqualTo(
            new Built(
                "new %1$sAnswer(arg0.id(), [new %1$sPart(message)], %1$sStatus::DONE, false)"
                    .formatted(TYPES),
                "return.parts()[0].text()",
                Answer.class));
  }

  @Test
  void constructsAClassWithAPrivateConstructor() {
    assertThat(build(Hidden.of("3 books"), "3 books"))
        .isEqualTo(new Built("new " + TYPES + "Hidden(message)", "return.text", Hidden.class));
  }

  @Test
  void readsATextThatIsOnlyInOneOfTwoPlaces() {
    assertThat(build(new Told("3 books", "Found: 3 books"), "3 books"))
        .extracting(Built::output)
        .isEqualTo("return.result() ?? return.text()");
  }

  @Test
  void usesAConstructorThatTakesAllKnownValues() {
    assertThat(build(new Spoken("function", "3 books", "search"), "3 books"))
        .extracting(Built::result)
        .isEqualTo("new " + TYPES + "Spoken(\"function\", message, arg0.name())");
    assertThat(build(new Spoken("function", "3 books"), "3 books"))
        .extracting(Built::result)
        .isEqualTo("new " + TYPES + "Spoken(\"function\", message)");
  }

  @Test
  void aTextThatSaysMessageIsNoMessage() {
    assertThat(build(new Call("message", "none"), "3 books")).extracting(Built::result).isNull();
  }

  @Test
  void aConstantIsNoResult() {
    assertThat(build(Status.DONE, "3 books")).isNull();
  }

  @Test
  void buildsMaps() {
    assertThat(build(Map.of("books", "3 books"), "3 books"))
        .extracting(Built::result, Built::output)
        .containsExactly("{\"books\": message}", "return[\"books\"]");
  }

  @Test
  void readsACompleteFutureAndNoOther() {
    assertThat(build(CompletableFuture.completedFuture("3 books"), "3 books"))
        .extracting(Built::result)
        .isEqualTo("message");
    assertThat(build(new CompletableFuture<>(), "3 books")).isNull();
  }

  private static @Nullable Built build(Object returned, String text) {
    Activation call =
        new Activation(
            new MethodId(Nothing.class, "dispatch", "()V"),
            1,
            null,
            new Object[] {new Call("7", "search")},
            null);
    return Readers.RESULTS.build(returned, text, call);
  }
}
