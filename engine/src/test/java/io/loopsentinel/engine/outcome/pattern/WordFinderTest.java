package io.loopsentinel.engine.outcome.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WordFinderTest {

  @Test
  void findsWordsThatOverlapOrContainEachOther() {
    assertThat(found("ushers", "he", "she", "hers", "his")).isEqualTo(0b0111);
    assertThat(found("ahishe", "he", "she", "hers", "his")).isEqualTo(0b1011);
  }

  @Test
  void ignoresCase() {
    assertThat(found("Not FOUND", "not found")).isEqualTo(1);
  }

  @Test
  void zeroStandsForAnyDigit() {
    assertThat(found("at 10:45", "00:00", "0:00:00")).isEqualTo(0b01);
  }

  @Test
  void characterBeyondAsciiStandsForAnyOther() {
    assertThat(found("3 µs", "0 µ", "0 m")).isEqualTo(0b01);
    assertThat(found("3 ms", "0 µ", "0 m")).isEqualTo(0b10);
  }

  @Test
  void findsNothingAcrossOtherCharacters() {
    assertThat(found("no t", "not")).isZero();
    assertThat(found("", "not")).isZero();
  }

  private static long found(String text, String... words) {
    WordFinder finder = new WordFinder(List.of(words).stream().map(List::of).toList());
    int state = WordFinder.START;
    long found = 0;
    for (int i = 0; i < text.length(); i++) {
      state = WordFinder.atWordEnd(finder.next(state, text.charAt(i)));
      found |= finder.found(state);
    }
    return found;
  }
}
