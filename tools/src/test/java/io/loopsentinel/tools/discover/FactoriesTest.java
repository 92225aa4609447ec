package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Builders, factories and constructors by their names and types. */
class FactoriesTest {

  private static final String TYPES = FactoriesTest.class.getName() + "$";

  public record Call(String id, String name) {}

  /** Built by a builder. */
  public static final class Built {
    public static Builder builder() {
      return new Builder();
    }
  }

  public static final class Builder {
    public Builder isError(boolean error) {
      return this;
    }

    public Builder resultText(String text) {
      return this;
    }

    public Builder name(String name) {
      return this;
    }

    public Built build() {
      return new Built();
    }
  }

  /** Made by factories. */
  public static final class Made {
    private Made() {}

    public static Made done(String text) {
      return new Made();
    }

    public static Made error(String text) {
      return new Made();
    }
  }

  /** Made of the call. */
  public static final class Message {
    public Message(Call call, String text) {}
  }

  /** Two texts, of which nothing tells which is which. */
  public static final class Ambiguous {
    public Ambiguous(int one, String first) {}
  }

  /** A message with a short constructor that does not take its text. */
  public static final class Spoken {
    private final String role;
    private final String content;

    public Spoken(String role) {
      this.role = role;
      this.content = "";
    }

    public Spoken(String role, String content) {
      this.role = role;
      this.content = content;
    }

    @Override
    public String toString() {
      return role + ": " + content;
    }
  }

  interface Dispatchers {
    Built built(Call call);
  }

  @Test
  void usesABuilder() {
    assertThat(find(Built.class))
        .isEqualTo(
            TYPES + "Built::builder().isError(true).name(arg0.name()).resultText(message).build()");
  }

  @Test
  void prefersTheFactoryOfFailures() {
    assertThat(find(Made.class)).isEqualTo(TYPES + "Made::error(message)");
  }

  @Test
  void passesTheCallToAConstructor() {
    assertThat(find(Message.class)).isEqualTo("new " + TYPES + "Message(arg0, message)");
  }

  @Test
  void doesNotGuessOtherParameters() {
    assertThat(find(Ambiguous.class)).isNull();
  }

  @Test
  void doesNotTakeAnotherFieldForTheText() {
    assertThat(find(Spoken.class)).isNull();
  }

  private static @Nullable String find(Class<?> type) {
    Method dispatch = Stream.of(Dispatchers.class.getDeclaredMethods()).findFirst().orElseThrow();
    return new Factories(type, dispatch, "arg0.name()").find();
  }
}
