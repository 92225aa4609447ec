package io.loopsentinel.engine.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @Test
  void matchesAsRegularExpressionsWould() {
    List<String> globs = texts("ab*?", 5);
    List<String> names = texts("ab", 5);

    for (String glob : globs) {
      Pattern pattern = Pattern.compile(glob.replace("*", ".*").replace("?", "."));
      for (String name : names) {
        assertThat(Glob.of(glob).matches(name))
            .as("%s on %s", glob, name)
            .isEqualTo(pattern.matcher(name).matches());
      }
    }
  }

  /** With backtracking, the first of these takes longer than anyone waits. */
  @ParameterizedTest
  @CsvSource({
    "*a*a*a*a*a*a*a*a*b, 64",
    "*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*a*b, 1000",
    "*_get_*_by_*, 100000"
  })
  void comesToAnEndWithManyStars(String glob, int length) {
    String name = "a".repeat(length);

    assertTimeoutPreemptively(
        Duration.ofMinutes(1), () -> assertThat(Glob.of(glob).matches(name)).isFalse());
    assertThat(Glob.of("*a" + glob).matches(name + "a" + "_get_x_by_b")).isTrue();
  }

  private static List<String> texts(String characters, int length) {
    List<String> texts = new ArrayList<>(List.of(""));
    for (int i = 0, start = 0; i < length; i++) {
      int end = texts.size();
      for (String each : List.copyOf(texts.subList(start, end))) {
        characters.chars().forEach(c -> texts.add(each + (char) c));
      }
      start = end;
    }
    return texts;
  }
}
