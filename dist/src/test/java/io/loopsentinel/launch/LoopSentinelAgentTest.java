package io.loopsentinel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoopSentinelAgentTest {

  private static final int JAVA_8 = 52;

  @ParameterizedTest
  @CsvSource({"1.7, 7", "1.8, 8", "9, 9", "11, 11", "16, 16"})
  void saysThatAJvmIsTooOld(String specification, String feature) {
    assertThat(LoopSentinelAgent.unsupported(specification))
        .isEqualTo("needs Java 17 or newer, this is Java " + feature);
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "21", "25", "30"})
  void hasNothingAgainstNewerOnes(String specification) {
    assertThat(LoopSentinelAgent.unsupported(specification)).isNull();
  }

  @Test
  void canBeReadByJava8() throws IOException {
    try (InputStream in = LoopSentinelAgent.class.getResourceAsStream("LoopSentinelAgent.class")) {
      DataInputStream file = new DataInputStream(Objects.requireNonNull(in));
      file.skipBytes(6);

      assertThat(file.readUnsignedShort()).isEqualTo(JAVA_8);
    }
  }
}
