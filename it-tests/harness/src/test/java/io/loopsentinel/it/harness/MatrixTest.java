package io.loopsentinel.it.harness;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MatrixTest {

  private static final int BUILD = Runtime.version().feature();

  @Test
  void runsTheNewestVersionOnEachJdk() {
    assertThat(Matrix.jdks(true, 17, 25)).containsExactly(17, 25);
  }

  @Test
  void runsAnOlderVersionOnTheJdkOfTheBuild() {
    assertThat(Matrix.jdks(false, 17, 25)).containsExactly(BUILD);
  }

  @Test
  void runsOnTheJdkThatATestIsWrittenForWhereThatIsNotTheOneOfTheBuild() {
    assertThat(Matrix.jdks(false, BUILD + 1)).containsExactly(BUILD + 1);
  }
}
