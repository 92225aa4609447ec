package io.loopsentinel.agent.instrument;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DescriptorsTest {

  private static final String ALL = "(ZBSCIJFD[[ILjava/util/Map$Entry;[Ljava/lang/String;)V";

  @Test
  void namesEveryType() {
    assertThat(Descriptors.parameters(ALL))
        .containsExactly(
            "boolean",
            "byte",
            "short",
            "char",
            "int",
            "long",
            "float",
            "double",
            "int[][]",
            "java.util.Map$Entry",
            "java.lang.String[]");
    assertThat(Descriptors.parameters("()V")).isEmpty();
  }

  @Test
  void namesTheResult() {
    assertThat(Descriptors.result(ALL)).isEqualTo("void");
    assertThat(Descriptors.result("()[Ljava/lang/String;")).isEqualTo("java.lang.String[]");
  }

  @Test
  void tellsObjectsFromPrimitives() {
    assertThat(Descriptors.returnsReference("(I)Ljava/lang/String;")).isTrue();
    assertThat(Descriptors.returnsReference("(I)[I")).isTrue();
    assertThat(Descriptors.returnsReference("(Ljava/lang/String;)I")).isFalse();
    assertThat(Descriptors.returnsReference("(Ljava/lang/String;)V")).isFalse();
  }

  @Test
  void describesAMethodBySimpleNames() {
    assertThat(Descriptors.describe("dispatch", "(Ljava/lang/String;Ljava/util/Map;[I)V"))
        .isEqualTo("dispatch(String, Map, int[])");
  }
}
