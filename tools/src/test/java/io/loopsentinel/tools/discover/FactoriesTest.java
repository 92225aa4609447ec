package io.loopsentinel.tools.discover;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Builders and factories by their names and types. */
class FactoriesTest {

  private static final String TYPES = FactoriesTest.class.getName() + "$";

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

  /** Its only factory takes more than a text. */
  public static final class Ambiguous {
    public static Ambiguous of(int one, String first) {
      return new Ambiguous();
    }
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
  void doesNotGuessOtherParameters() {
    assertThat(find(Ambiguous.class)).isNull();
  }

  private static @Nullable String find(Class<?> type) {
    return new Factories(type, "arg0.name()").find();
  }
}
