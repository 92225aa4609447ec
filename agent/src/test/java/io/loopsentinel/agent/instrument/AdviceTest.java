package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.targets.fixture.Results;
import io.loopsentinel.targets.match.Specs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The behaviour of a guarded method for each verdict. */
class AdviceTest {

  private final GuardedWorld world = new GuardedWorld(Specs.exact(Results.class, "*"));

  @SuppressWarnings("unchecked") // The fixture is such a function.
  private final Function<String, @Nullable Object> results =
      world.create(Results.class, Function.class);

  @ParameterizedTest
  @ValueSource(strings = {"text", "list", "number", "wide", "nothing"})
  void runsTheCallWithoutAVerdict(String method) {
    Object expected = new Results().apply(method);

    assertThat(results.apply(method)).isEqualTo(expected);
    assertThat(ran()).isEqualTo(List.of(method));
    assertThat(world.guarded()).contains(method);
  }

  @Test
  void returnsTheSyntheticResultAndLeavesTheBodyOut() {
    onMethod("text", Optional.of("synthetic"));

    assertThat(results.apply("text")).isEqualTo("synthetic");
    assertThat(ran()).isEmpty();
  }

  @Test
  void returnsNullForAnEmptySyntheticResult() {
    onMethod("text", Optional.empty());

    assertThat(results.apply("text")).isNull();
    assertThat(ran()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "list", "number", "nothing"})
  void throwsTheErrorItIsGiven(String method) {
    Error error = new Error("stop");
    onMethod(method, error);

    assertThatThrownBy(() -> results.apply(method)).isSameAs(error);
    assertThat(ran()).isEmpty();
    assertThat(world.failures()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "list", "number", "wide", "nothing"})
  void showsTheOutcomeToAWaitingVerdict(String method) {
    List<@Nullable Object> outcomes = new ArrayList<>();
    onMethod(method, observer(outcomes));
    Object expected = new Results().apply(method);

    assertThat(results.apply(method)).isEqualTo(expected);
    assertThat(outcomes).isEqualTo(Arrays.asList(expected, null));
  }

  @Test
  void reportsAndRethrowsTheException() {
    List<@Nullable Object> outcomes = new ArrayList<>();
    onMethod("failing", observer(outcomes));

    assertThatThrownBy(() -> results.apply("failing"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("as it does");
    assertThat(outcomes).hasSize(2).first().isNull();
    assertThat(outcomes.get(1)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void returnsTheReplacedOutcome() {
    onMethod(
        "text",
        (BiFunction<Object, Throwable, Object>) (returned, thrown) -> returned + " and a warning");

    assertThat(results.apply("text")).isEqualTo("text and a warning");
    assertThat(ran()).isEqualTo(List.of("text"));
  }

  @Test
  void keepsAResultWhoseReplacementHasTheWrongType() {
    onMethod("list", (BiFunction<Object, Throwable, Object>) (returned, thrown) -> "no list");

    assertThat(results.apply("list")).isEqualTo(List.of("list"));
  }

  @Test
  void runsTheCallIfTheGuardFails() {
    RuntimeException failure = new RuntimeException("in the guard");
    world.answering(
        call -> {
          throw failure;
        });

    assertThat(results.apply("text")).isEqualTo("text");
    assertThat(world.failures()).containsOnly(failure);
  }

  @Test
  void keepsTheResultIfTheObserverOfTheOutcomeFails() {
    RuntimeException failure = new RuntimeException("in the observer");
    onMethod(
        "text",
        (BiFunction<Object, Throwable, Object>)
            (returned, thrown) -> {
              throw failure;
            });

    assertThat(results.apply("text")).isEqualTo("text");
    assertThat(world.failures()).containsExactly(failure);
  }

  private void onMethod(String method, Object verdict) {
    world.answering(call -> call.method().getName().equals(method) ? verdict : null);
  }

  private static BiFunction<Object, Throwable, Object> observer(List<@Nullable Object> outcomes) {
    return (returned, thrown) -> {
      outcomes.add(returned);
      outcomes.add(thrown);
      return returned;
    };
  }

  /** Returns which bodies ran. */
  private List<?> ran() {
    return (List<?>) Objects.requireNonNull(results.apply("ran"));
  }
}
