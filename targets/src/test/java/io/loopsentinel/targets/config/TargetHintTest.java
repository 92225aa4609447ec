package io.loopsentinel.targets.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetHintTest {

  @ParameterizedTest
  @CsvSource({
    "void, V",
    "boolean, Z",
    "byte, B",
    "char, C",
    "short, S",
    "int, I",
    "long, J",
    "float, F",
    "double, D",
    "java.lang.String, Ljava/lang/String;",
    "java.lang.String[], [Ljava/lang/String;",
    "int[][], [[I",
  })
  void writesEveryKindOfTypeAsClassFilesDo(String name, String descriptor) {
    assertThat(TargetHint.descriptorStart(List.of(), name)).isEqualTo("()" + descriptor);
  }

  @Test
  void writesAllParametersInOrder() {
    List<String> parameters = List.of("int", "java.util.Map", "long[]", "java.lang.Object...");

    assertThat(TargetHint.descriptorStart(parameters, "void"))
        .isEqualTo("(ILjava/util/Map;[J[Ljava/lang/Object;)V");
  }

  @Test
  void descriptorEndsAfterParametersIfTheResultIsUnknown() {
    assertThat(TargetHint.descriptorStart(List.of("int"), null)).isEqualTo("(I)");
    assertThat(TargetHint.descriptorStart(List.of("int"), "com.acme.Outer.Inner")).isEqualTo("(I)");
  }

  @Test
  void isEmptyIfTheParametersAreNotKnown() {
    assertThat(TargetHint.descriptorStart(null, "void")).isEmpty();
  }

  /** Names of nested classes, written with a dot or a {@code $}, and such without a package. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.acme.Outer.Inner",
        "com.acme.Outer$Inner",
        "com.acme.Outer.Inner[]",
        "com.acme.Outer$Inner...",
        "Request",
        "T[]",
      })
  void isEmptyIfANestedClassMayBeMeant(String parameter) {
    assertThat(TargetHint.descriptorStart(List.of("int", parameter), "void")).isEmpty();
  }
}
