package io.loopsentinel.targets.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.loopsentinel.targets.config.SentinelConfig;
import org.junit.jupiter.api.Test;

class VolatilePatternsTest {

  @Test
  void areReadInTheirOrder() {
    SentinelConfig config =
        Configs.valid("sentinel: {detectors: {volatile: [\"build-[0-9]+\", \"n[a-z]+\"]}}");

    assertThat(config.engine().volatilePatterns()).containsExactly("build-[0-9]+", "n[a-z]+");
  }

  @Test
  void areReportedIfTheyAreNoRegularExpressions() {
    assertThat(Configs.problems("sentinel: {detectors: {volatile: [\"ok\", \"a(b\"]}}"))
        .containsExactly(
            "file.yaml:1:41: detectors.volatile: \"a(b\" is not a regular expression: missing"
                + " closing )");
  }
}
