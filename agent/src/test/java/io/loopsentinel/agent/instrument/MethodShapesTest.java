package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.agent.instrument.GuardedWorld.Call;
import io.loopsentinel.targets.fixture.Shapes;
import io.loopsentinel.targets.match.Specs;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The kinds of methods that can be targets. */
class MethodShapesTest {

  private static final String RESULT =
      "private static78" + "9.0 final default synchronized lambda 2 generic";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "call",
        "privateMethod",
        "staticMethod",
        "finalMethod",
        "synchronizedMethod",
        "array",
        "generic"
      })
  void guardsMethodsOfEveryKind(String method) throws Exception {
    GuardedWorld world = new GuardedWorld(Specs.exact(Shapes.class, method));

    assertThat(world.create(Shapes.class, Callable.class).call()).isEqualTo(RESULT);
    assertThat(world.guarded()).containsExactly(method);
    assertThat(world.failures()).isEmpty();
  }

  @Test
  void passesReceiverAndArguments() throws Exception {
    GuardedWorld world =
        new GuardedWorld(
            Specs.exact(Shapes.class, "privateMethod"), Specs.exact(Shapes.class, "staticMethod"));
    Callable<?> shapes = world.create(Shapes.class, Callable.class);

    shapes.call();

    assertThat(world.calls()).hasSize(2);
    Call first = world.calls().get(0);
    Call second = world.calls().get(1);
    assertThat(first.self()).isSameAs(shapes);
    assertThat(first.arguments()).isEqualTo(List.of("private"));
    assertThat(second.self()).isNull();
    assertThat(second.arguments()).isEqualTo(List.of(7, 8L, 9d));
  }

  @Test
  void guardsABridgeThatAloneHasTheParameters() {
    GuardedWorld world =
        new GuardedWorld(Specs.withParameters(Shapes.Bridged.class, "apply", "java.lang.Object"));
    @SuppressWarnings("unchecked") // The fixture is such a function.
    Function<String, CharSequence> function = world.create(Shapes.Bridged.class, Function.class);

    assertThat(function.apply("text")).isEqualTo("text!");
    assertThat(world.calls())
        .singleElement()
        .satisfies(call -> assertThat(call.method().isBridge()).isTrue());
  }

  @Test
  void leavesConstructorsAlone() throws Exception {
    GuardedWorld world = new GuardedWorld(Specs.exact(Shapes.class, "<init>"));

    world.create(Shapes.class, Callable.class).call();

    assertThat(world.guarded()).isEmpty();
    assertThat(world.failures()).isEmpty();
  }
}
