package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.agent.config.Glob;
import io.loopsentinel.agent.config.TargetHint;
import io.loopsentinel.agent.instrument.fixture.Shapes;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MethodNameScanTest {

  private static final byte[] SHAPES = TestClassFiles.of(Shapes.class);

  @ParameterizedTest
  @ValueSource(strings = {"privateMethod", "staticMethod", "generic", "privateM*", "lambda$*", "*"})
  void findsTheNamesOfDeclaredMethods(String name) {
    assertThat(scan("absent", name).occursIn(SHAPES)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"privateMetho", "privateMethods", "rivateMethod", "nowhere*", "?bsent"})
  void findsNoOthers(String name) {
    assertThat(scan("absent", name).occursIn(SHAPES)).isEqualTo(name.startsWith("?"));
  }

  @Test
  void findsNamesBehindConstantsThatTakeTwoIndexes() {
    // The class has long and double constants in the middle of its pool.
    assertThat(scan("parseLong").occursIn(TestClassFiles.of(Long.class))).isTrue();
    assertThat(scan("absent").occursIn(TestClassFiles.of(Long.class))).isFalse();
    assertThat(scan("absent").occursIn(TestClassFiles.of(Math.class))).isFalse();
  }

  @Test
  void agreesWithTheOutlineOnTheClassesOfTheJdk() {
    for (Class<?> type :
        List.of(String.class, Thread.class, Class.class, Arrays.class, Enum.class)) {
      byte[] file = TestClassFiles.of(type);
      for (MethodOutline method : new ClassOutline(file).methods()) {
        assertThat(scan(method.name()).occursIn(file)).as("%s.%s", type, method).isTrue();
      }
    }
  }

  @Test
  void endsWithAnExceptionOnWhatIsNoClassFile() {
    byte[] wrong = SHAPES.clone();
    wrong[10] = 99;

    assertThatThrownBy(() -> scan("absent").occursIn(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("constant pool tag 99");
    assertThatThrownBy(() -> scan("absent").occursIn(new byte[3]))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static MethodNameScan scan(String... names) {
    return new MethodNameScan(
        Arrays.stream(names)
            .map(Glob::of)
            .map(
                name ->
                    new TargetHint(null, true, List.of(), name.literalStart(), !name.isExact()))
            .toList());
  }
}
