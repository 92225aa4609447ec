package io.loopsentinel.targets.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Libraries name types of optional dependencies that an application may not have. */
class MissingDependencyTest {

  static class Missing {}

  /** Names the missing type in a private method. */
  @SuppressWarnings("unused") // linked against
  public static class Hiding {
    public String name() {
      return "hiding";
    }

    private @Nullable Missing optional() {
      return null;
    }

    public Object call(Object argument) {
      return argument;
    }
  }

  /** Names the missing type in a public method. */
  @SuppressWarnings("unused") // linked against
  public static class Showing {
    public String name() {
      return "showing";
    }

    public @Nullable Missing optional() {
      return null;
    }
  }

  private final OwnClassLoader loader =
      new OwnClassLoader(
          Set.of(Hiding.class.getName(), Showing.class.getName()), Set.of(Missing.class.getName()));

  @Test
  void readsPublicMembersIfPrivateOnesCannotBeLoaded() throws Throwable {
    Object hiding = loader.newInstance(Hiding.class);

    assertThat(GuardedCall.withObject(hiding).evaluate("arg0.name")).isEqualTo("hiding");
    assertThat(GuardedCall.withObject(hiding).evaluate("arg0.name()")).isEqualTo("hiding");
  }

  @Test
  void saysThatMembersCouldNotBeRead() {
    assertThatExceptionOfType(EvaluationException.class)
        .isThrownBy(
            () -> GuardedCall.withObject(loader.newInstance(Showing.class)).evaluate("arg0.name"))
        .withMessageContaining("has no member \"name\"")
        .withMessageContaining("; not all of its members could be read: ")
        .withMessageContaining("NoClassDefFoundError")
        .withMessageContaining("MissingDependencyTest$Missing");
  }
}
