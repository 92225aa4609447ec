package io.loopsentinel.hook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HookTest {

  private static final Object[] NO_ARGUMENTS = {};
  private static final String SITE = "call()V";

  private final List<Throwable> failures = new ArrayList<>();
  private BiFunction<Object, Object[], Object> guard = (self, arguments) -> null;

  @BeforeEach
  void connectTheGuard() {
    connect(
        new ClassValue<>() {
          @Override
          protected Function<String, BiFunction<Object, Object[], Object>> computeValue(
              Class<?> type) {
            BiFunction<Object, Object[], Object> current =
                (self, arguments) -> guard.apply(self, arguments);
            return Map.of(SITE, current)::get;
          }
        },
        failures::add);
  }

  @Test
  void handsReceiverAndArgumentsToTheGuardOfTheMethod() {
    guard = (self, arguments) -> Optional.of(self + "/" + arguments[0]);

    Object verdict = Hook.enter(HookTest.class, SITE, "receiver", new Object[] {"argument"});

    assertThat(verdict).isEqualTo(Optional.of("receiver/argument"));
  }

  @Test
  void asksNoGuardWhileTheyAreSwitchedOff() {
    guard = (self, arguments) -> Optional.of("hint");

    control("setEnabled", false);

    assertThat(Hook.enter(HookTest.class, SITE, null, NO_ARGUMENTS)).isNull();
    assertThat(Hook.isConnected()).isTrue();
  }

  @Test
  void asksThemAgainWhenTheyAreSwitchedOn() {
    guard = (self, arguments) -> Optional.of("hint");

    control("setEnabled", false);
    control("setEnabled", true);

    assertThat(Hook.enter(HookTest.class, SITE, null, NO_ARGUMENTS)).isEqualTo(Optional.of("hint"));
  }

  @Test
  void isControlledByTheNamesOfItsMethods() {
    BiConsumer<String, Object[]> control = Hook.control();
    guard = (self, arguments) -> Optional.of("hint");

    control.accept("setEnabled", new Object[] {false});
    assertThat(Hook.enter(HookTest.class, SITE, null, NO_ARGUMENTS)).isNull();

    control.accept("setEnabled", new Object[] {true});
    assertThat(Hook.enter(HookTest.class, SITE, null, NO_ARGUMENTS)).isEqualTo(Optional.of("hint"));

    assertThatThrownBy(() -> control.accept("absent", NO_ARGUMENTS))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("absent");
  }

  @Test
  void returnsTheValueOfAVerdictInsteadOfTheResult() {
    assertThat(Hook.exit(Optional.of("hint"), null, null)).isEqualTo("hint");
    assertThat(Hook.exit(Optional.empty(), null, null)).isNull();
  }

  @Test
  void throwsTheErrorThatIsTheVerdictEvenACheckedOne() {
    Exception checked = new Exception("the framework's own");
    guard = (self, arguments) -> checked;

    assertThatThrownBy(() -> Hook.enter(HookTest.class, SITE, null, NO_ARGUMENTS))
        .isSameAs(checked);
    assertThat(failures).isEmpty();
  }

  @Test
  void letsTheCallRunIfTheGuardFails() {
    IllegalStateException bug = new IllegalStateException("a bug in the agent");
    guard =
        (self, arguments) -> {
          throw bug;
        };

    assertThat(Hook.enter(HookTest.class, SITE, null, NO_ARGUMENTS)).isNull();
    assertThat(failures).containsExactly(bug);
  }

  @Test
  void letsTheCallRunIfThereIsNoSuchGuard() {
    assertThat(Hook.enter(HookTest.class, "another", null, NO_ARGUMENTS)).isNull();
    assertThat(failures).hasSize(1);
  }

  @Test
  void keepsTheResultIfTheGuardFailsOnIt() {
    AssertionError bug = new AssertionError("a bug in the agent");
    BiFunction<Object, Throwable, Object> verdict =
        (returned, thrown) -> {
          throw bug;
        };

    assertThat(Hook.exit(verdict, "result", null)).isEqualTo("result");
    assertThat(failures).containsExactly(bug);
  }

  @Test
  void returnsTheValueOfTheGuard() {
    BiFunction<Object, Throwable, Object> verdict = (returned, thrown) -> returned + "!";

    assertThat(Hook.exit(verdict, "result", null)).isEqualTo("result!");
  }

  @Test
  void survivesAListenerThatFailsItself() {
    connect(
        new ClassValue<>() {
          @Override
          protected Function<String, BiFunction<Object, Object[], Object>> computeValue(
              Class<?> type) {
            throw new OutOfMemoryError("while linking");
          }
        },
        failure -> {
          throw new IllegalStateException("while reporting", failure);
        });

    assertThat(Hook.enter(HookTest.class, SITE, null, NO_ARGUMENTS)).isNull();
  }

  @Test
  void namesTheCarrierOfEachTask() {
    List<Object> told = new ArrayList<>();
    connectRuns(
        (operation, arguments) ->
            switch (operation) {
              case "handOver" -> told.add("handed over " + arguments[0]);
              case "begin" -> {
                told.add("begun " + arguments[0]);
                yield (Runnable) () -> told.add("ended " + arguments[0]);
              }
              case "beforeRun" -> told.add("about to run " + arguments[0]);
              case "carry" -> arguments[0] + " as " + ((Class<?>) arguments[1]).getSimpleName();
              default -> told.add("left");
            });

    Hook.handOver("task");
    Object begun = Hook.begin("task");
    Hook.beforeRun("task");
    Hook.end(begun);
    Hook.leave();

    assertThat(told)
        .containsExactly(
            "handed over task", "begun task", "about to run task", "ended task", "left");
    assertThat(Hook.carry("function", Runnable.class)).isEqualTo("function as Runnable");
  }

  @Test
  void executorWorksEvenIfCarryingFails() {
    AssertionError bug = new AssertionError("a bug in the agent");
    connectRuns(
        (operation, arguments) -> {
          throw bug;
        });

    Hook.handOver("task");
    Hook.beforeRun("task");
    Hook.leave();
    Hook.end(
        (Runnable)
            () -> {
              throw bug;
            });

    assertThat(Hook.begin("task")).isNull();
    assertThat(Hook.carry("function", Runnable.class)).isEqualTo("function");
    assertThat(failures).hasSize(6).containsOnly(bug);
  }

  private static void connect(
      ClassValue<Function<String, BiFunction<Object, Object[], Object>>> guards,
      Consumer<Throwable> failureListener) {
    control("connect", guards, failureListener);
  }

  private static void connectRuns(BiFunction<String, Object[], Object> carrier) {
    control("connectRuns", carrier);
  }

  private static void control(String operation, Object... arguments) {
    Hook.control().accept(operation, arguments);
  }
}
