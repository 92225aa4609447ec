package io.loopsentinel.agent.guard.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The verdicts as the hook reads them. */
class VerdictTest {

  @Test
  void returnsAValueOfTheMethodsType() {
    assertThat(new Verdict.Return("text").forHook(CharSequence.class))
        .isEqualTo(Optional.of("text"));
  }

  @ParameterizedTest
  @ValueSource(classes = {String.class, void.class})
  void returnsNullForATypeThatMayBeNull(Class<?> type) {
    assertThat(new Verdict.Return(null).forHook(type)).isEqualTo(Optional.empty());
  }

  /** The hook runs the call, because it catches the exception. */
  @ParameterizedTest
  @ValueSource(classes = {List.class, int.class, double.class, void.class})
  void rejectsAValueOfAnotherType(Class<?> type) {
    assertThatThrownBy(() -> new Verdict.Return("text").forHook(type))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the synthetic result is not a " + type.getName());
  }

  @Test
  void throwsTheError() {
    Error error = new AssertionError();

    assertThat(new Verdict.Throw(error).forHook(String.class)).isSameAs(error);
  }
}
