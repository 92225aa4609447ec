package io.loopsentinel.engine.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class GlobMapTest {

  private final GlobMap<Integer> map =
      new GlobMap<>(Map.of(Glob.of("*"), 1, Glob.of("get_*"), 2, Glob.of("get_order"), 3));

  @Test
  void findsTheMostSpecificMatch() {
    assertThat(map.find("get_order")).isEqualTo(3);
    assertThat(map.find("get_orders")).isEqualTo(2);
    assertThat(map.find("put_order")).isOne();
  }

  @Test
  void findsNothingWhereNothingMatches() {
    assertThat(new GlobMap<>(Map.of(Glob.of("get_*"), 1)).find("put")).isNull();
  }

  @Test
  void looksAtTheBeginningOfALongName() {
    GlobMap<Integer> endings = new GlobMap<>(Map.of(Glob.of("*_end"), 1));

    assertThat(endings.find("x".repeat(GlobMap.MAX_NAME_LENGTH - 4) + "_end_and_more")).isOne();
    assertThat(endings.find("x".repeat(GlobMap.MAX_NAME_LENGTH) + "_end")).isNull();
  }

  @Test
  void hasATextThatIsTheSameInEachJvm() {
    Map<Glob, Integer> values =
        Stream.of("f", "e", "d", "c", "b", "a*", "a")
            .collect(Collectors.toMap(Glob::of, String::length));

    assertThat(new GlobMap<>(values)).hasToString("{a=1, b=1, c=1, d=1, e=1, f=1, a*=2}");
  }
}
