package io.loopsentinel.engine.lists;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ListsTest {

  private static final List<String> WORDS = List.of("one", "three", "two");

  @Test
  void mapsEachElementInItsOrder() {
    assertThat(Lists.map(WORDS, String::length)).containsExactly(3, 5, 3);
  }

  @Test
  void keepsTheElementsThatMeetACondition() {
    assertThat(Lists.filter(WORDS, word -> word.length() == 3)).containsExactly("one", "two");
  }

  @Test
  void tellsWhetherAnyElementMeetsACondition() {
    assertThat(Lists.any(WORDS, word -> word.startsWith("th"))).isTrue();
    assertThat(Lists.any(WORDS, String::isEmpty)).isFalse();
    assertThat(Lists.any(List.<String>of(), word -> true)).isFalse();
  }

  @Test
  void givesListsThatNobodyCanChange() {
    assertThatThrownBy(() -> Lists.map(WORDS, String::length).remove(0))
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> Lists.filter(WORDS, word -> true).remove(0))
        .isInstanceOf(UnsupportedOperationException.class);
  }
}
