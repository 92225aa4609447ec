package io.loopsentinel.engine.settings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GlobTest {

  private static final String EMOJI = "\ud83d\ude00";

  @Test
  void takesCharactersOfTwoUnitsForOne() {
    assertThat(Glob.of(EMOJI + "*").matches(EMOJI + "_search")).isTrue();
    assertThat(Glob.of("?_search").matches(EMOJI + "_search")).isTrue();
    assertThat(Glob.of("??_search").matches(EMOJI + "_search")).isFalse();
  }

  @Test
  void takesAllButItsWildcardsAsTheyStand() {
    assertThat(Glob.of("a.b\\E*").matches("a.b\\Ec")).isTrue();
    assertThat(Glob.of("a.b\\E*").matches("axb\\Ec")).isFalse();
    assertThat(Glob.of("(?*)").matches("(1)")).isTrue();
  }
}
