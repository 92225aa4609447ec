package io.loopsentinel.engine.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When a repetition of the same call shows nothing new. */
class SettledKeyTest {

  private final Outcomes reader = new Outcomes();

  @Test
  void theSameLinesMoreOftenAndInAnotherOrderAreNotNew() {
    assertThat(settled("a\nb\nb\n  a\n")).isEqualTo(settled("b\n\na"));
  }

  @Test
  void aNewLineIsNew() {
    assertThat(settled("a\nb")).isNotEqualTo(settled("a\nb\nc"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"%d:", "%d|", "%d\t", "  %d→", "%d |"})
  void linesAtOtherNumbersAreNotNew(String number) {
    String one = number.formatted(7) + "int a;\n" + number.formatted(8) + "int b;";
    String other = number.formatted(27) + "int a;\n" + number.formatted(28) + "int b;";

    assertThat(settled(one)).isEqualTo(settled(other));
  }

  @Test
  void numbersThatDoNotCountUpAreData() {
    assertThat(settled("4096\tsrc\n512\tlib")).isNotEqualTo(settled("8192\tsrc\n512\tlib"));
  }

  @Test
  void howMuchIsShownIsNotNew() {
    assertThat(settled("[File: A (120 lines total)]\n(3 more lines above)\nint a;"))
        .isEqualTo(settled("[File: A (140 lines total)]\n(9 more lines above)\nint a;"));
    assertThat(settled("head\n512 characters truncated"))
        .isEqualTo(settled("head\n1024 characters truncated"));
  }

  @Test
  void aPollThatMovesIsNew() {
    assertThat(settled("{\n\"state\": \"running\",\n\"percent\": 40\n}"))
        .isNotEqualTo(settled("{\n\"state\": \"running\",\n\"percent\": 50\n}"));
  }

  @Test
  void aResultThatShowsWhatTheCallWroteIsNotNewWhateverStandsAroundIt() {
    Map<String, Object> arguments =
        Map.of("path", "A.java", "text", "int one;\nint two;\nint three;\nint four;\n");
    String written = "int one;\nint two;\nint three;\n";

    long one = reader.read(arguments, "class A {\n" + written + "int five;").settledKey();
    long other = reader.read(arguments, "// above\n" + written + "// below").settledKey();

    assertThat(one).isEqualTo(other);
  }

  @Test
  void aResultThatShowsLessThanHalfOfItIsJudgedByItsLines() {
    Map<String, Object> arguments =
        Map.of("text", "first\nsecond\nthird\nfourth\nfifth\nsixth\nseventh\n");

    long one = reader.read(arguments, "first\nsecond\nthird\nelse").settledKey();
    long other = reader.read(arguments, "first\nsecond\nthird\nother").settledKey();

    assertThat(one).isNotEqualTo(other);
  }

  @Test
  void aChangeInTheMiddleOfALongResultIsNew() {
    String end = "x".repeat(20_000);

    assertThat(settled(end + "one" + end)).isNotEqualTo(settled(end + "two" + end));
  }

  private long settled(String text) {
    return reader.read(Map.of("path", "A.java"), text).settledKey();
  }
}
