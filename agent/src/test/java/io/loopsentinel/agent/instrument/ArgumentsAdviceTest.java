package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.targets.fixture.Requests;
import io.loopsentinel.targets.fixture.Shape;
import io.loopsentinel.targets.fixture.Shapes;
import io.loopsentinel.targets.match.Specs;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The arguments that a guard changes reach the method. */
class ArgumentsAdviceTest {

  private final GuardedWorld world = new GuardedWorld(Specs.injecting(Requests.class, "*"));

  private final Function<String, String> requests = requestsIn(world);

  @ParameterizedTest
  @CsvSource({"ask, ab", "numbers, -15.0", "tell, a", "again, aA"})
  void runsTheCallWithItsOwnArgumentsIfNoneIsChanged(String method, String expected) {
    assertThat(requests.apply(method)).isEqualTo(expected);
    assertThat(world.guarded()).contains(method);
    assertThat(world.failures()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"ask, xb", "tell, x", "again, xX"})
  void runsTheCallWithTheArgumentsOfTheGuard(String method, String expected) {
    changing(method, arguments -> arguments.set(0, "x"));

    assertThat(requests.apply(method)).isEqualTo(expected);
    assertThat(world.failures()).isEmpty();
  }

  @Test
  void changesArgumentsOfEveryType() {
    List<Object> changed = List.of(10, 20L, 30.5, false, (byte) 40, new int[] {50});
    changing(
        "numbers",
        arguments -> {
          for (int i = 0; i < changed.size(); i++) {
            arguments.set(i, changed.get(i));
          }
        });

    assertThat(requests.apply("numbers")).isEqualTo("150.5");
  }

  @Test
  void handsTheResultToTheVerdict() {
    BiFunction<Object, Throwable, Object> verdict = (returned, thrown) -> returned + "!";
    world.answering(
        call -> {
          if (!call.method().getName().equals("ask")) {
            return null;
          }
          call.arguments().set(0, "x");
          return verdict;
        });

    assertThat(requests.apply("ask")).isEqualTo("xb!");
  }

  @Test
  void theMethodThrowsAsItDoes() {
    changing("failing", arguments -> arguments.set(0, "x"));

    assertThatThrownBy(() -> requests.apply("failing"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("x");
  }

  @ParameterizedTest
  @CsvSource({"ask, instead", "failing, instead"})
  void returnsTheResultOfTheVerdictAndDoesNotRunTheMethod(String method, String expected) {
    world.answering(call -> call.method().getName().equals(method) ? Optional.of("instead") : null);

    assertThat(requests.apply(method)).isEqualTo(expected);
    assertThat(world.failures()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"ask", "tell"})
  void throwsTheErrorItIsGiven(String method) {
    Error error = new Error("stop");
    world.answering(call -> call.method().getName().equals(method) ? error : null);

    assertThatThrownBy(() -> requests.apply(method)).isSameAs(error);
  }

  @Test
  void methodsWithoutSuchATargetKeepTheirArguments() {
    GuardedWorld plain = new GuardedWorld(Specs.exact(Requests.class, "ask"));
    plain.answering(
        call -> {
          call.arguments().set(0, "x");
          return null;
        });

    assertThat(requestsIn(plain).apply("ask")).isEqualTo("ab");
  }

  @Test
  void changesArgumentsOfShapesOfEveryKind() throws Exception {
    UnaryOperator<@Nullable Object> longer =
        value -> value instanceof String text ? text + "X" : value;
    GuardedWorld shapes =
        new GuardedWorld(
            Specs.injecting(Shapes.class, "*"), Specs.injecting(Shape.class, "defaultMethod"));
    shapes.answering(
        call -> {
          call.arguments().replaceAll(longer);
          return null;
        });

    assertThat(shapes.create(Shapes.class, Callable.class).call())
        .asString()
        .startsWith("privateX static78")
        .endsWith("final default synchronized lambda 2 generic");
    assertThat(shapes.failures()).isEmpty();
  }

  @SuppressWarnings("unchecked") // The fixture is such a function.
  private static Function<String, String> requestsIn(GuardedWorld world) {
    return world.create(Requests.class, Function.class);
  }

  private void changing(String method, Consumer<List<@Nullable Object>> change) {
    world.answering(
        call -> {
          if (call.method().getName().equals(method)) {
            change.accept(call.arguments());
          }
          return null;
        });
  }
}
