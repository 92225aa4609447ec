package io.loopsentinel.engine.meaning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Two texts mean the same only if their score is high and their hard tokens are equal. */
class MeaningTest {

  private static final double CLOSE = 0.9;

  private static double score(String a, String b) {
    return close(a).score(close(b));
  }

  private static Meaning close(String text) {
    return Objects.requireNonNull(Meaning.read(text, (a, b) -> CLOSE));
  }

  private static Meaning embedded(String text, float... vector) {
    return Objects.requireNonNull(Meaning.read(text, each -> vector));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "order 1001 status | order 1002 status",
        "two weeks ago | three weeks ago",
        "read the file a.txt | read the file b.txt",
        "list /etc/hosts | list /etc/passwd",
        "uses getName | uses getTitle",
        "value of max_retries | value of max_delay",
        "weather in Oslo | weather in Rome",
        "Oslo weather | Rome weather",
        "mail to ann@example.com | mail to bob@example.com",
        "who said \"to be\" | who said \"not now\"",
        "the word 'late' | the word 'soon'",
        "users with access | users without access",
        "it works | it doesn't work",
        "costs $5 | costs $6",
        "issue #12 | issue #13"
      })
  void hardTokensDiffer(String a, String b) {
    assertThat(score(a, b)).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "How do I get a refund? | what is the way to be refunded",
        "Find the weather in Oslo. | Oslo forecast",
        "status of order 1001 | Where is order 1001?",
        "total of 1,000 units | sum for 1000 units",
        "Show 'late' orders | list orders that are \"late\"",
        "the author's books | books by the author"
      })
  void hardTokensAreEqual(String a, String b) {
    assertThat(score(a, b)).isEqualTo(CLOSE);
  }

  @Test
  void vectorsAreComparedByTheirAngle() {
    assertThat(embedded("a", 3, 4).score(embedded("b", 6, 8))).isCloseTo(1, within(0.01));
    assertThat(embedded("a", 1, 0).score(embedded("b", 1, 1))).isCloseTo(0.707, within(0.01));
    assertThat(embedded("a", 1, 0).score(embedded("b", -1, 0))).isZero();
  }

  @Test
  void vectorsOfOtherLengthsAreUnknown() {
    assertThat(embedded("a", 1, 0).score(embedded("b", 1, 0, 0))).isEqualTo(Meaning.UNKNOWN);
    assertThat(embedded("a", 1, 0).score(close("b"))).isEqualTo(Meaning.UNKNOWN);
  }

  @Test
  void vectorsWithoutADirectionAreUnknown() {
    assertThat(embedded("a", 0, 0).score(embedded("b", 1, 0))).isEqualTo(Meaning.UNKNOWN);
    assertThat(embedded("a", 1, 0).score(embedded("b", 0, 0))).isEqualTo(Meaning.UNKNOWN);
  }

  @Test
  void vectorsAndHardTokensAreWritten() {
    String text = embedded("order 7", 1, 2, -3).toText();

    Meaning read = Objects.requireNonNull(Meaning.ofText(text));

    assertThat(read.score(embedded("7 orders", 1, 2, -3))).isCloseTo(1, within(0.01));
    assertThat(read.score(embedded("8 orders", 1, 2, -3))).isZero();
  }

  @Test
  void textsAreNotWritten() {
    assertThat(close("secret").toText()).isEmpty();
    assertThat(Meaning.ofText("")).isNull();
  }

  @Test
  void longOrBlankTextsAndFailuresAreNotCompared() {
    assertThat(Meaning.read("word ".repeat(201), (a, b) -> CLOSE)).isNull();
    assertThat(Meaning.read(" \n", (a, b) -> CLOSE)).isNull();
    assertThat(Meaning.read("text", text -> null)).isNull();
  }
}
