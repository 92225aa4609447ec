package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentWordsTest {

  private final Outcomes reader = new Outcomes();

  @ParameterizedTest
  @CsvSource({
    "alpha beta gamma, alpha beta gamma, 1.0",
    "alpha beta gamma, GAMMA; beta; Alpha, 1.0",
    "alpha beta gamma, alpha beta delta, 0.5",
    "alpha beta gamma delta, alpha beta gamma, 0.75",
    "alpha beta, gamma delta, 0.0",
    "под мост, мост, 0.5",
    "'', '', 1.0",
    "'', alpha, 0.0",
  })
  void isTheShareOfCommonWords(String one, String other, double similarity) {
    WordSet first = Outcomes.words(Map.of("query", one));
    WordSet second = Outcomes.words(Map.of("query", other));

    assertThat(first.similarity(second, 1)).isEqualTo(similarity);
    assertThat(second.similarity(first, 1)).isEqualTo(similarity);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5, 10, 20, 40, 63})
  void countsOneOtherWordAmongAFewExactlyAlmostEveryTime(int words) {
    int exact = 0;
    for (int i = 0; i < 1_000; i++) {
      WordSet first = Outcomes.words(words("s" + i, 0, words));
      WordSet second = Outcomes.words(words("s" + i, 1, words + 1));
      exact += first.similarity(second, 1) == (words - 1.0) / (words + 1) ? 1 : 0;
    }

    assertThat(exact).isGreaterThan(995);
  }

  @ParameterizedTest
  @CsvSource({
    "12, 2, 0.02, 0.05",
    "25, 3, 0.03, 0.08",
    "60, 5, 0.03, 0.06",
    "200, 15, 0.05, 0.09",
    "1000, 80, 0.07, 0.12"
  })
  void estimatesTheShareOfManyWords(int words, int others, double bias, double deviation) {
    double exact = (double) (words - others) / (words + others);
    double sum = 0;
    double squares = 0;
    int pairs = 500;
    for (int i = 0; i < pairs; i++) {
      WordSet first = Outcomes.words(words("s" + i, 0, words));
      WordSet second = Outcomes.words(words("s" + i, others, words + others));
      double error = first.similarity(second, 1) - exact;
      sum += error;
      squares += error * error;
    }

    assertThat(sum / pairs).isCloseTo(0, within(bias));
    assertThat(Math.sqrt(squares / pairs)).isLessThan(deviation);
  }

  @Test
  void takesTwoShortArgumentsForTheSameHardlyEver() {
    int same = 0;
    for (int i = 0; i < 20_000; i++) {
      same += Outcomes.words("one" + i).similarity(Outcomes.words("other" + i), 1) > 0 ? 1 : 0;
    }

    assertThat(same).isLessThan(25);
  }

  @Test
  void namesOfArgumentsAndTheirOrderDoNotCount() {
    WordSet first = Outcomes.words("{\"query\": \"mac\\u0068ine\", \"limit\": 10}");
    WordSet second = Outcomes.words(Map.of("max", 10, "text", "machine"));

    assertThat(first.similarity(second, 1)).isEqualTo(1);
  }

  @Test
  void valuesOfAnyDepthAndTypeCount() {
    record Query(String text, List<Integer> pages) {}

    WordSet first = Outcomes.words(new Query("one \"two\"\n{three}: 4", List.of(5, -6)));
    WordSet second = Outcomes.words("one two three 4 5 6");

    assertThat(first.similarity(second, 1)).isEqualTo(1);
  }

  @Test
  void isPartOfTheOutcome() {
    Outcome outcome = reader.read("alpha beta", "ok");

    assertThat(outcome.words().similarity(Outcomes.words("alpha beta"), 1)).isEqualTo(1);
  }

  private static String words(String prefix, int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> prefix + "x" + i)
        .collect(Collectors.joining(" "));
  }
}
