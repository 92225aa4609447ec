package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WordSetTest {

  @Test
  void sharesWordsWhateverTheirCaseOrderAndNumber() {
    WordSet one = WordSet.of("Check the\tPRICE the price");
    WordSet other = WordSet.of("\n price  check THE\u00a0check");

    assertThat(one.similarity(other, 0)).isOne();
  }

  @Test
  void isExactForTextsOfAThousandWords() {
    WordSet one = words(0, 1_000);
    WordSet other = words(500, 1_500);

    assertThat(one.similarity(other, 0)).isEqualTo(500.0 / 1_500);
    assertThat(other.similarity(one, 0)).isEqualTo(500.0 / 1_500);
  }

  @Test
  void estimatesTheSimilarityOfLongerTexts() {
    WordSet one = words(0, 20_000);

    assertThat(one.similarity(words(0, 20_000), 0)).isOne();
    assertThat(one.similarity(words(2_000, 20_000), 0)).isCloseTo(0.9, within(0.05));
    assertThat(one.similarity(words(10_000, 30_000), 0)).isCloseTo(1.0 / 3, within(0.08));
    assertThat(one.similarity(words(30_000, 50_000), 0)).isZero();
  }

  @Test
  void findsNothingAlikeInATextWithoutWords() {
    assertThat(WordSet.of(" \n").similarity(WordSet.of(""), 0)).isZero();
    assertThat(WordSet.of("word").similarity(WordSet.of(""), 0)).isZero();
  }

  @Test
  void isReadBackFromItsText() {
    for (WordSet set : new WordSet[] {words(0, 3), words(0, 20_000), WordSet.of("")}) {
      WordSet read = WordSet.ofText(set.toText());

      assertThat(read.toText()).isEqualTo(set.toText());
      assertThat(read.similarity(words(0, 2), 0)).isEqualTo(set.similarity(words(0, 2), 0));
      assertThat(read.similarity(words(0, 25_000), 0))
          .isEqualTo(set.similarity(words(0, 25_000), 0));
    }
  }

  private static WordSet words(int from, int to) {
    return WordSet.of(
        IntStream.range(from, to).mapToObj(i -> "word" + i).collect(Collectors.joining(" ")));
  }
}
