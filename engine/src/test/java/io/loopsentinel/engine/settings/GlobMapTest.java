package io.loopsentinel.engine.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
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
}
