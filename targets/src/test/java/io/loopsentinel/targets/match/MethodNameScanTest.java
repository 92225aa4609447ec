package io.loopsentinel.targets.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loopsentinel.engine.settings.Glob;
import io.loopsentinel.targets.config.TargetHint;
import io.loopsentinel.targets.fixture.Shapes;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MethodNameScanTest {

  private static final byte[] SHAPES = TestClassFiles.of(Shapes.class);

  @ParameterizedTest
  @ValueSource(strings = {"privateMethod", "staticMethod", "generic", "privateM*", "lambda$*", "*"})
  void findsTheNamesOfDeclaredMethods(String name) {
    assertThat(scan("absent", name).occurringIn(SHAPES)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"privateMetho", "privateMethods", "rivateMethod", "nowhere*", "?bsent"})
  void findsNoOthers(String name) {
    assertThat(scan("absent", name).occurringIn(SHAPES).isEmpty()).isEqualTo(!name.startsWith("?"));
  }

  @Test
  void findsAMethodByItsDescriptorToo() {
    TargetHint hint = hint("parseLong", "(Ljava/lang/String;)J");
    TargetHint anyResult = hint("parseLong", "(Ljava/lang/String;)");
    TargetHint other = hint("parseLong", "(Ljava/lang/Absent;)J");
    byte[] file = TestClassFiles.of(Long.class);

    assertThat(new MethodNameScan(List.of(hint, other, anyResult)).occurringIn(file))
        .containsExactly(hint, anyResult);
  }

  /** There are fewer bits than that. */
  @Test
  void findsTheLastOfAHundredNames() {
    List<TargetHint> hints =
        IntStream.range(0, 100)
            .mapToObj(i -> hint(i == 99 ? "parseLong" : "absent" + i, "(Ljava/lang/String;)J"))
            .toList();

    assertThat(new MethodNameScan(hints).occurringIn(TestClassFiles.of(Long.class)))
        .containsExactly(hints.get(99));
  }

  @Test
  void findsNamesBehindConstantsThatTakeTwoIndexes() {
    // The class has long and double constants in the middle of its pool.
    assertThat(scan("parseLong").occurringIn(TestClassFiles.of(Long.class))).isNotEmpty();
    assertThat(scan("absent").occurringIn(TestClassFiles.of(Long.class))).isEmpty();
    assertThat(scan("absent").occurringIn(TestClassFiles.of(Math.class))).isEmpty();
  }

  @Test
  void findsTheMethodsOfClassesOfTheJdk() {
    for (Class<?> type :
        List.of(String.class, Thread.class, Class.class, Arrays.class, Enum.class)) {
      byte[] file = TestClassFiles.of(type);
      for (Method method : type.getDeclaredMethods()) {
        assertThat(scan(method.getName()).occurringIn(file)).as("%s.%s", type, method).isNotEmpty();
      }
    }
  }

  @Test
  void throwsIfTheFileIsNoClassFile() {
    byte[] wrong = SHAPES.clone();
    wrong[10] = 99;

    assertThatThrownBy(() -> scan("absent").occurringIn(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("constant pool tag 99");
    assertThatThrownBy(() -> scan("absent").occurringIn(new byte[3]))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static TargetHint hint(String name, String descriptor) {
    return new TargetHint(null, true, List.of(), name, false, descriptor, "");
  }

  private static MethodNameScan scan(String... names) {
    return new MethodNameScan(
        Arrays.stream(names)
            .map(Glob::of)
            .map(
                name ->
                    new TargetHint(
                        null, true, List.of(), name.literalStart(), !name.isExact(), "", ""))
            .toList());
  }
}
